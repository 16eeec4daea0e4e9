package svc.proto.imap.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.mime.Headers;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.Part.Section;
import svc.proto.imap.response.ResponseWriter;

/** Writes a BODYSTRUCTURE, or a BODY without extension data (RFC 9051 §7.5.2). Not thread-safe. */
final class BodyStructure {

    private static final Headers NO_HEADERS = Headers.of(new byte[0]);

    /** The maximum length of a header that is read. */
    private static final int LONGEST_HEADER = 1 << 18;

    private final ResponseWriter out;
    private final Octets source;
    private final LineCounts lines;
    private final boolean extended;

    BodyStructure(ResponseWriter out, Octets source, LineCounts lines, boolean extended) {
        this.out = out;
        this.source = source;
        this.lines = lines;
        this.extended = extended;
    }

    /** Returns whether a part has the structure of a message in its own structure (RFC 9051 §9, media-message). */
    static boolean isMessage(Part part) {
        return part.type().equals("message/rfc822") || part.type().equals("message/global");
    }

    /** Returns the header fields of a part. A structure that was stored does not have them. */
    static Headers headers(Part part, Octets source) throws IOException {
        Section header = part.header();
        if (!part.headers().fields().isEmpty() || header.length() == 0) {
            return part.headers();
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        source.send(header.from(), Math.min(header.length(), LONGEST_HEADER), octets);
        return Headers.of(octets.toByteArray());
    }

    void write(Part part) throws IOException {
        Headers headers = headers(part, source);
        if (part.isMultipart()) {
            multipart(part, headers);
        } else {
            leaf(part, headers);
        }
    }

    private void multipart(Part part, Headers headers) throws IOException {
        out.raw("(");
        for (Part child : part.parts()) {
            write(child);
        }
        if (part.parts().isEmpty()) {
            // The syntax requires a part.
            emptyText();
        }
        out.raw(" ").string(subtype(part));
        if (extended) {
            out.raw(" ");
            parameters(typeParameters(part, headers));
            extension(headers);
        }
        out.raw(")");
    }

    private void emptyText() throws IOException {
        out.raw("(\"TEXT\" \"PLAIN\" (\"CHARSET\" \"US-ASCII\") NIL NIL \"7BIT\" 0 0");
        out.raw(extended ? " NIL NIL NIL NIL)" : ")");
    }

    private static String subtype(Part part) {
        return part.type().substring(part.type().indexOf('/') + 1).toUpperCase(Locale.ROOT);
    }

    private void leaf(Part part, Headers headers) throws IOException {
        int slash = part.type().indexOf('/');
        out.raw("(").string(part.type().substring(0, slash).toUpperCase(Locale.ROOT));
        out.raw(" ").string(subtype(part)).raw(" ");
        parameters(typeParameters(part, headers));
        out.raw(" ").string(Envelope.text(headers, "Content-ID")).raw(" ");
        out.string(Envelope.text(headers, "Content-Description")).raw(" ");
        out.string(encoding(headers)).raw(" ").number(part.body().length());
        if (isMessage(part)) {
            enclosed(part.enclosed());
        }
        if (isMessage(part) || part.isOf("text/")) {
            out.raw(" ").number(lines.of(part.body()));
        }
        if (extended) {
            out.raw(" ").string(Envelope.text(headers, "Content-MD5"));
            extension(headers);
        }
        out.raw(")");
    }

    /** Writes the envelope and structure of an enclosed message; of an empty one if it could not be parsed. */
    private void enclosed(@Nullable Part message) throws IOException {
        out.raw(" ");
        Envelope.write(out, message == null ? NO_HEADERS : headers(message, source));
        out.raw(" ");
        if (message == null) {
            emptyText();
        } else {
            write(message);
        }
    }

    private static String encoding(Headers headers) {
        ContentField field = ContentField.of(headers.last("Content-Transfer-Encoding"));
        return field == null || field.value().isEmpty() ? "7BIT" : field.value().toUpperCase(Locale.ROOT);
    }

    /** Returns the parameters of Content-Type, if the field was valid. */
    private static Map<String, String> typeParameters(Part part, Headers headers) {
        ContentField field = ContentField.of(headers.last("Content-Type"));
        Map<String, String> parameters =
                field != null && field.value().equalsIgnoreCase(part.type()) ? field.parameters() : Map.of();
        // RFC 2045 §5.2
        return part.isOf("text/") && parameters.isEmpty() ? Map.of("charset", "US-ASCII") : parameters;
    }

    private void parameters(Map<String, String> parameters) throws IOException {
        String before = "(";
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            out.raw(before).string(parameter.getKey().toUpperCase(Locale.ROOT));
            out.raw(" ").string(parameter.getValue());
            before = " ";
        }
        out.raw(parameters.isEmpty() ? "NIL" : ")");
    }

    /** Writes disposition, language and location. */
    private void extension(Headers headers) throws IOException {
        ContentField disposition = ContentField.of(headers.last("Content-Disposition"));
        if (disposition == null || disposition.value().isEmpty()) {
            out.raw(" NIL");
        } else {
            out.raw(" (").string(disposition.value().toUpperCase(Locale.ROOT)).raw(" ");
            parameters(disposition.parameters());
            out.raw(")");
        }
        language(ContentField.of(headers.last("Content-Language")));
        out.raw(" ").string(Envelope.text(headers, "Content-Location"));
    }

    private void language(@Nullable ContentField field) throws IOException {
        List<String> tags = field == null
                ? List.of()
                : List.of(field.value().split("[,\\s]+")).stream()
                        .filter(tag -> !tag.isEmpty())
                        .toList();
        if (tags.size() <= 1) {
            out.raw(" ").string(tags.isEmpty() ? null : tags.get(0));
            return;
        }
        String before = " (";
        for (String tag : tags) {
            out.raw(before).string(tag);
            before = " ";
        }
        out.raw(")");
    }
}
