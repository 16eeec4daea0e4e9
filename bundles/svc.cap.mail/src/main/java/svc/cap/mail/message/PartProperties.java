package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.jmap.MethodError;
import svc.api.json.JsonSink;
import svc.mime.Headers;
import svc.mime.Part;

/** The properties that a client wants to see of each part of a body: EmailBodyPart of RFC 8621 §4.1.4. Immutable. */
final class PartProperties {

    private static final String HEADERS = "headers";
    private static final String SUB_PARTS = "subParts";

    /** RFC 8621 §4.2. */
    private static final List<String> STANDARD = List.of(
            "partId", "blobId", "size", "name", "type", "charset", "disposition", "cid", "language", "location");

    private final List<String> plain;
    private final List<HeaderProperty> headers;

    private PartProperties(List<String> plain, List<HeaderProperty> headers) {
        this.plain = plain;
        this.headers = headers;
    }

    /** Those of the argument {@code bodyProperties}; the standard ones where there is none. */
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
                throw MethodError.invalidArguments("A part of a body has no property \"" + name + "\".");
            }
        }
        return new PartProperties(List.copyOf(plain), List.copyOf(headers));
    }

    /** Whether the header fields of the parts are needed. */
    boolean needHeaders() {
        return !headers.isEmpty() || plain.contains(HEADERS);
    }

    /** Writes parts, each without those in it. */
    void writeFlat(JsonSink out, List<Part> parts, Function<Part, Headers> fields) {
        out.array();
        for (Part part : parts) {
            write(out.object(), part, fields);
            if (plain.contains(SUB_PARTS)) {
                out.name(SUB_PARTS).nothing();
            }
            out.end();
        }
        out.end();
    }

    /** Writes a part and those in it: without them there would be no structure, so they come whether they are named or not. */
    void writeTree(JsonSink out, Part part, Function<Part, Headers> fields) {
        write(out.object(), part, fields);
        if (part.isMultipart()) {
            out.name(SUB_PARTS).array();
            part.parts().forEach(child -> writeTree(out, child, fields));
            out.end();
        } else if (plain.contains(SUB_PARTS)) {
            out.name(SUB_PARTS).nothing();
        }
        out.end();
    }

    private void write(JsonSink out, Part part, Function<Part, Headers> fields) {
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
                default -> {} // the parts in it are written by whoever knows where it stands
            }
        }
        for (HeaderProperty header : headers) {
            header.write(out, fields.apply(part));
        }
    }

    private static void text(JsonSink out, String name, @Nullable String text) {
        HeaderJson.text(out.name(name), text);
    }

    private static @Nullable String blob(Part part) {
        byte[] hash = part.sha256();
        return hash == null ? null : BlobId.of(hash).toString();
    }
}
