package svc.mime.write;

import java.util.List;
import svc.mime.Octets;
import svc.mime.write.MessageDraft.Field;

/** A part whose encoding, header fields and boundary have been chosen. */
sealed interface PlannedPart {

    /** Returns the header fields. */
    List<Field> fields();

    /** Returns the encoding of the body. */
    WrittenEncoding encoding();

    /** A part with a body. */
    record Leaf(List<Field> fields, WrittenEncoding encoding, Octets octets, long size) implements PlannedPart {}

    /** A multipart. */
    record Multipart(List<Field> fields, WrittenEncoding encoding, String boundary, List<PlannedPart> parts)
            implements PlannedPart {}
}
