package svc.mime;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the header of a part says of it (RFC 8621 §4.1.4). */
record Entity(
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

    /** RFC 2046 §5.1.1 says 70; what is longer than this is none. */
    private static final int MAX_BOUNDARY = 1_000;

    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]{1,127}/[!-~&&[^()<>@,;:\\\\\"/\\[\\]?=]]{1,127}");

    /** By a header; a part of a digest is a message unless it says otherwise (RFC 2046 §5.1.5). */
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

    /** A media type; what is none is text (RFC 2045 §5.2). */
    static String mediaType(String value) {
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
        String kept = boundary == null ? "" : boundary.stripTrailing();
        return kept.isEmpty() || kept.length() > MAX_BOUNDARY ? null : kept;
    }

    /** The name of the file; encoded words in it are no syntax (RFC 2231), and yet how many write it. */
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

    /** RFC 2557 §4.4.2: a URI may be folded, and may come as encoded words. */
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

    /** The same as bytes of which nothing more is known. */
    Entity opaque() {
        return as(OPAQUE, null);
    }

    /** The same as text: a multipart without parts is that. */
    Entity plain() {
        return as(TEXT, ASCII);
    }

    private Entity as(String other, @Nullable String otherCharset) {
        return new Entity(
                headers, TransferEncoding.NONE, other, otherCharset, null, disposition, name, cid, language, location);
    }

    /** A part of nothing but bytes. */
    static Entity unread() {
        return of(Headers.NONE, false).opaque();
    }

    /** The part that this is. */
    Part part(
            @Nullable String id,
            Part.Section header,
            Part.Section body,
            Found found,
            List<Part> parts,
            @Nullable Part enclosed) {
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

    /** What the bytes of a body gave. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Found(long size, byte @Nullable [] sha256) {

        /** Nothing: a multipart has no bytes of its own. */
        static final Found NOTHING = new Found(0, null);
    }
}
