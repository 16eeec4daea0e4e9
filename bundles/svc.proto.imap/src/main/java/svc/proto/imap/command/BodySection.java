package svc.proto.imap.command;

import java.util.List;

/**
 * A section of a message (RFC 9051 §6.4.5.1).
 *
 * @param part the numbers of the part, from the outermost one; empty for the message itself
 * @param kind what of the part
 * @param fields the names of the header fields of HEADER.FIELDS and HEADER.FIELDS.NOT, as the client wrote them
 */
public record BodySection(List<Integer> part, Kind kind, List<String> fields) {

    /** Copies the lists. */
    public BodySection {
        part = List.copyOf(part);
        fields = List.copyOf(fields);
    }

    /** The kind of a section. */
    public enum Kind {
        /** The whole part without its header; the whole message if no part is named. */
        ALL,
        /** The header of the message, or of the message in the part. */
        HEADER,
        /** Some header fields. */
        HEADER_FIELDS,
        /** All but some header fields. */
        HEADER_FIELDS_NOT,
        /** The message, or the message in the part, without its header. */
        TEXT,
        /** The MIME header of the part. */
        MIME
    }
}
