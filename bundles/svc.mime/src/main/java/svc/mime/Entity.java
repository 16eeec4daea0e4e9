package svc.mime;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.mime.Part.Section;

/**
 * The properties of a part that its header defines (RFC 8621 §4.1.4).
 *
 * @param headers the header fields
 * @param encoding the transfer encoding
 * @param type the media type
 * @param charset the charset
 * @param boundary the boundary of a multipart; null for other types or without a valid boundary
 * @param disposition the value of Content-Disposition, without parameters
 * @param name the decoded file name
 * @param cid the Content-ID, without angle brackets
 * @param language the tags of Content-Language
 * @param location the Content-Location
 */
public record Entity(
        Headers headers,
        TransferEncoding encoding,
        String type,
        @Nullable String charset,
        @Nullable String boundary,
        @Nullable String disposition,
        @Nullable String name,
        @Nullable String cid,
        @Nullable List<String> language,
        @Nullable String location) {

    static final String OPAQUE = "application/octet-stream";
    private static final String TEXT = "text/plain";
    private static final String ASCII = "us-ascii";

    /**
     * The maximum length of a boundary; a longer boundary is ignored. RFC 2046 §5.1.1 allows only 70 characters, but
     * longer boundaries are accepted up to this length.
     */
    private static final int MAX_BOUNDARY = 1_000;

    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]{1,127}/[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]{1,127}");

    /**
     * Reads the properties from a header. The default type of a part of a multipart/digest is message/rfc822 (RFC 2046
     * §5.1.5).
     */
    static Entity of(Headers headers, boolean inDigest) {
        HeaderField field = headers.first("Content-Type");
        ParameterValue content = field == null ? null : ParameterValue.of(field.unfolded());
        String type = content == null ? inDigest ? "message/rfc822" : TEXT : mediaType(content.value());
        ParameterValue disposition = parameters(headers.first("Content-Disposition"));
        HeaderField encoding = headers.first("Content-Transfer-Encoding");
        return new Entity(
                headers,
                TransferEncoding.of(encoding == null ? null : encoding.unfolded()),
                type,
                charset(content, type),
                boundary(content, type),
                disposition == null || disposition.value().isEmpty() ? null : disposition.value(),
                name(disposition, content),
                cid(headers),
                language(headers),
                location(headers));
    }

    /** Returns the value if it is a media type, otherwise text/plain (RFC 2045 §5.2). */
    public static String mediaType(String value) {
        return MEDIA_TYPE.matcher(value).matches() ? value : TEXT;
    }

    private static @Nullable ParameterValue parameters(@Nullable HeaderField field) {
        return field == null ? null : ParameterValue.of(field.unfolded());
    }

    private static @Nullable String charset(@Nullable ParameterValue content, String type) {
        String named = content == null ? null : content.parameter("charset");
        if (named != null && !named.isBlank()) {
            return named.strip();
        }
        return type.startsWith("text/") ? ASCII : null;
    }

    private static @Nullable String boundary(@Nullable ParameterValue content, String type) {
        String boundary = content == null || !type.startsWith("multipart/") ? null : content.parameter("boundary");
        String trimmed = boundary == null ? "" : boundary.stripTrailing();
        return trimmed.isEmpty() || trimmed.length() > MAX_BOUNDARY ? null : trimmed;
    }

    /**
     * Returns the file name. Encoded words are not allowed in parameters (RFC 2231), but many senders write them, so
     * they are decoded.
     */
    private static @Nullable String name(@Nullable ParameterValue disposition, @Nullable ParameterValue content) {
        String name = disposition == null ? null : disposition.parameter("filename");
        if (name == null) {
            name = content == null ? null : content.parameter("name");
        }
        if (name == null || name.isEmpty()) {
            return null;
        }
        String decoded = EncodedWords.decoded(name);
        return Normalizer.normalize(decoded, Normalizer.Form.NFC);
    }

    private static @Nullable String cid(Headers headers) {
        HeaderField field = headers.first("Content-ID");
        if (field == null) {
            return null;
        }
        String value = Comments.stripped(field.unfolded());
        int from = value.startsWith("<") ? 1 : 0;
        int end = value.endsWith(">") && value.length() > from ? value.length() - 1 : value.length();
        String cid = value.substring(from, end).strip();
        return cid.isEmpty() ? null : cid;
    }

    private static @Nullable List<String> language(Headers headers) {
        HeaderField field = headers.first("Content-Language");
        if (field == null) {
            return null;
        }
        return Arrays.stream(Comments.stripped(field.unfolded()).split("[,\\s]+"))
                .filter(tag -> !tag.isEmpty())
                .toList();
    }

    /** Returns the Content-Location. Its URI may be folded and may be written as encoded words (RFC 2557 §4.4.2). */
    private static @Nullable String location(Headers headers) {
        HeaderField field = headers.first("Content-Location");
        if (field == null) {
            return null;
        }
        String uri = EncodedWords.decoded(field.unfolded()).replaceAll("\\s+", "");
        return uri.isEmpty() ? null : uri;
    }

    boolean isMultipart() {
        return type.startsWith("multipart/");
    }

    boolean isMessage() {
        return type.equals("message/rfc822") || type.equals("message/global");
    }

    boolean isDigest() {
        return type.equals("multipart/digest");
    }

    /** Returns this entity as application/octet-stream. */
    Entity opaque() {
        return as(OPAQUE, null);
    }

    /** Returns this entity as text/plain, the type of a multipart without parts. */
    Entity plain() {
        return as(TEXT, ASCII);
    }

    private Entity as(String other, @Nullable String otherCharset) {
        return new Entity(
                headers, TransferEncoding.NONE, other, otherCharset, null, disposition, name, cid, language, location);
    }

    /** Returns the entity of a part whose bytes are not parsed. */
    static Entity unread() {
        return of(Headers.NONE, false).opaque();
    }

    /** Returns the part with these properties. */
    Part part(
            @Nullable String id, Section header, Section body, Found found, List<Part> parts, @Nullable Part enclosed) {
        return new Part(
                id,
                headers,
                header,
                body,
                found.size(),
                found.sha256(),
                encoding,
                type.toLowerCase(Locale.ROOT),
                charset,
                disposition,
                name,
                cid,
                language,
                location,
                parts,
                enclosed);
    }

    /** The size and hash of a decoded body. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Found(long size, byte @Nullable [] sha256) {

        /** The result for a multipart, which has no bytes of its own. */
        static final Found NOTHING = new Found(0, null);
    }
}
