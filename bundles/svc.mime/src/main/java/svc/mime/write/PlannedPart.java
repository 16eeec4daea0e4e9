package svc.mime.write;

import java.util.List;
import svc.mime.Octets;

/** A part whose encoding, fields and boundary are chosen. */
sealed interface PlannedPart {

    /** Returns the header fields. */
    List<MessageDraft.Field> fields();

    /** Returns the encoding of the body. */
    WrittenEncoding encoding();

    /** A part with a body. */
    record Leaf(List<MessageDraft.Field> fields, WrittenEncoding encoding, Octets octets, long size)
            implements PlannedPart {}

    /** A part with parts. */
    record Multipart(
            List<MessageDraft.Field> fields, WrittenEncoding encoding, String boundary, List<PlannedPart> parts)
            implements PlannedPart {}
}
