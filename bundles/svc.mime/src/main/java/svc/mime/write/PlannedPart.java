package svc.mime;

import java.util.List;

/** A part of which everything is decided. */
sealed interface Planned {

    /** Its header fields. */
    List<Draft.Field> fields();

    /** How its body stands in the message. */
    WrittenEncoding encoding();

    /** A part with a body. */
    record Leaf(List<Draft.Field> fields, WrittenEncoding encoding, Octets octets, long size) implements Planned {}

    /** A part with parts. */
    record Multipart(List<Draft.Field> fields, WrittenEncoding encoding, String boundary, List<Planned> parts)
            implements Planned {}
}
