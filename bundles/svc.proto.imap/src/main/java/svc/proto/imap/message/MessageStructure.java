package svc.proto.imap.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import svc.mime.Octets;
import svc.mime.Part;
import svc.proto.imap.response.ResponseWriter;

/**
 * The structure of a message as FETCH returns it. It can be stored when the message is filed, because it is the same for
 * all clients: text outside of ASCII is in literals.
 *
 * @param envelope the value of ENVELOPE
 * @param bodyStructure the value of BODYSTRUCTURE
 */
@SuppressWarnings("ArrayRecordComponent") // stored and written, never compared
public record MessageStructure(byte[] envelope, byte[] bodyStructure) {

    /**
     * Encodes the structure of a message.
     *
     * @param root the parsed message; header fields that it does not have are read from the source
     * @param source the octets of the message; they are read once if the message has a text
     */
    public static MessageStructure of(Part root, Octets source) throws IOException {
        return new MessageStructure(envelope(root, source), structure(root, source, true));
    }

    /** Returns the value of ENVELOPE. */
    public static byte[] envelope(Part root, Octets source) throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(octets);
        Envelope.write(out, BodyStructure.headers(root, source));
        out.flush();
        return octets.toByteArray();
    }

    /** Returns the value of BODY, which is the body structure without extension data. */
    public static byte[] body(Part root, Octets source) throws IOException {
        return structure(root, source, false);
    }

    private static byte[] structure(Part root, Octets source, boolean extended) throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(octets);
        new BodyStructure(out, source, LineCounts.of(root, source), extended).write(root);
        out.flush();
        return octets.toByteArray();
    }
}
