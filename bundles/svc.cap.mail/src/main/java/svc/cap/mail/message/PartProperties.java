package svc.cap.mail.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.jmap.MethodError;
import svc.api.json.JsonWriter;
import svc.mime.Headers;
import svc.mime.Part;

/** The properties of body parts that a client requests: EmailBodyPart of RFC 8621 §4.1.4. Immutable. */
final class PartProperties {

    private static final String HEADERS = "headers";
    private static final String SUB_PARTS = "subParts";

    /** The default properties (RFC 8621 §4.2). */
    private static final List<String> STANDARD = List.of(
            "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location");

    private final List<String> plain;
    private final List<HeaderProperty> headers;

    private PartProperties(List<String> plain, List<HeaderProperty> headers) {
        this.plain = plain;
        this.headers = headers;
    }

    /** Parses the argument {@code bodyProperties}. Returns the default properties if it is missing. */
    static PartProperties of(@Nullable Object given) {
        if (given == null) {
            return new PartProperties(STANDARD, List.of());
        }
        if (!(given instanceof Collection<?> names)) {
            throw MethodError.invalidArguments("The argument bodyProperties must be an array of strings.");
        }
        List<String> plain = new ArrayList<>();
        List<HeaderProperty> headers = new ArrayList<>();
        for (Object name : Set.copyOf(names)) {
            Optional<HeaderProperty> header = HeaderProperty.of(String.valueOf(name));
            if (header.isPresent()) {
                headers.add(header.get());
            } else if (STANDARD.contains(name) || HEADERS.equals(name) || SUB_PARTS.equals(name)) {
                plain.add((String) name);
            } else {
                throw MethodError.invalidArguments("An EmailBodyPart has no property \"" + name + "\".");
            }
        }
        return new PartProperties(List.copyOf(plain), List.copyOf(headers));
    }

    /** Returns whether header fields of parts are needed. */
    boolean needHeaders() {
        return !headers.isEmpty() || plain.contains(HEADERS);
    }

    /** Writes parts as a list, without their {@code subParts}. */
    void writeFlat(JsonWriter out, List<Part> parts, Function<Part, Headers> fields) {
        out.beginArray();
        for (Part part : parts) {
            write(out.beginObject(), part, fields);
            if (plain.contains(SUB_PARTS)) {
                out.name(SUB_PARTS).nullValue();
            }
            out.end();
        }
        out.end();
    }

    /**
     * Writes a part with its {@code subParts}. The {@code subParts} are always written, because the structure is
     * incomplete without them.
     */
    void writeTree(JsonWriter out, Part part, Function<Part, Headers> fields) {
        write(out.beginObject(), part, fields);
        if (part.isMultipart()) {
            out.name(SUB_PARTS).beginArray();
            part.parts().forEach(child -> writeTree(out, child, fields));
            out.end();
        } else if (plain.contains(SUB_PARTS)) {
            out.name(SUB_PARTS).nullValue();
        }
        out.end();
    }

    private void write(JsonWriter out, Part part, Function<Part, Headers> fields) {
        for (String name : plain) {
            switch (name) {
                case "partId" -> text(out, name, part.id());
                case "blobId" -> text(out, name, blob(part));
                case "size" -> out.name(name).number(part.size());
                case "name" -> text(out, name, part.name());
                case "type" -> text(out, name, part.type());
                case "charset" -> text(out, name, part.charset());
                case "disposition" -> text(out, name, part.disposition());
                case "cid" -> text(out, name, part.cid());
                case "location" -> text(out, name, part.location());
                case "language" -> HeaderJson.texts(out.name(name), part.language());
                case HEADERS ->
                    HeaderProperty.writeAll(out.name(name), fields.apply(part).fields());
                default -> {} // The callers write {@code subParts}.
            }
        }
        for (HeaderProperty header : headers) {
            header.write(out, fields.apply(part));
        }
    }

    private static void text(JsonWriter out, String name, @Nullable String text) {
        HeaderJson.text(out.name(name), text);
    }

    private static @Nullable String blob(Part part) {
        byte[] hash = part.sha256();
        return hash == null ? null : BlobId.of(hash).toString();
    }
}
