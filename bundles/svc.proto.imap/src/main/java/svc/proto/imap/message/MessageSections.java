package svc.proto.imap.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Part;
import svc.mime.Part.Section;
import svc.proto.imap.command.BodySection;
import svc.proto.imap.command.BodySection.Kind;

/** Finds the sections of a message that FETCH names (RFC 9051 §6.4.5.1). */
public final class MessageSections {

    private MessageSections() {}

    /**
     * Returns the part with a part number; empty if there is none. Part 1 of a message that is no multipart is the
     * message itself.
     *
     * @param root the parsed message
     * @param number the numbers of the part, at least one
     */
    public static Optional<Part> part(Part root, List<Integer> number) {
        Part found = null;
        for (int n : number) {
            boolean inMultipart = found != null && found.isMultipart();
            Part container = found == null ? root : inMultipart ? found : found.enclosed();
            if (container == null) {
                return Optional.empty();
            }
            if (!container.isMultipart()) {
                found = n == 1 && !inMultipart ? container : null;
            } else {
                found = n <= container.parts().size() ? container.parts().get(n - 1) : null;
            }
            if (found == null) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(found);
    }

    /**
     * Returns the octets of the message from which a section is taken; empty if the message has no such section. For
     * HEADER.FIELDS and HEADER.FIELDS.NOT these are the octets of the header, for {@link #select}.
     *
     * @param root the parsed message
     */
    public static Optional<Section> find(Part root, BodySection section) {
        if (section.part().isEmpty()) {
            return Optional.of(ofMessage(root, section.kind()));
        }
        return part(root, section.part()).map(part -> ofPart(part, section.kind()));
    }

    private static Section ofMessage(Part message, Kind kind) {
        Section header = message.header();
        return switch (kind) {
            case ALL -> new Section(header.from(), message.body().end() - header.from());
            case TEXT -> message.body();
            case HEADER, HEADER_FIELDS, HEADER_FIELDS_NOT, MIME -> header;
        };
    }

    private static @Nullable Section ofPart(Part part, Kind kind) {
        Part enclosed = part.enclosed();
        return switch (kind) {
            case ALL -> part.body();
            case MIME -> part.header();
            default -> enclosed == null ? null : ofMessage(enclosed, kind);
        };
    }

    /**
     * Returns the fields of a header that a section names, or all others, with the empty line at the end.
     *
     * @param header the octets of the header
     */
    public static byte[] select(byte[] header, BodySection section) {
        Set<String> names = section.fields().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        boolean named = section.kind() == Kind.HEADER_FIELDS;
        ByteArrayOutputStream selected = new ByteArrayOutputStream();
        for (HeaderField field : Headers.of(header).fields()) {
            if (names.contains(field.name().toLowerCase(Locale.ROOT)) == named) {
                selected.write(header, field.offset(), field.length());
            }
        }
        selected.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        return selected.toByteArray();
    }
}
