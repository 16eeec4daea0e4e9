package svc.api.delivery;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** A message that arrives from outside. Not thread-safe. */
@ProviderType
public interface IncomingMail extends AutoCloseable {

    /**
     * Returns the output for the octets of the message: lines that end with CRLF, without the dots and the end of SMTP.
     * Large messages are not held in memory. If the disk is full, the output does not throw: the octets are dropped, and
     * {@link #accept} returns the reply.
     */
    OutputStream out();

    /**
     * Checks, plans and files the message. When it returns, the accepted message is durable. Close the output before.
     *
     * <p>If no recipient accepts the message, nothing is written. If some recipients accept it, the others are reported
     * to the sender by a delivery status notification, unless the protocol is LMTP: then the front returns their replies
     * to the client. SMTP has one reply for the message: 250 if one outcome is positive, otherwise the first outcome,
     * where a transient one precedes a permanent one.
     *
     * @return one outcome for each recipient of the envelope, in order
     * @throws IOException the message was not accepted; the client should try again
     */
    List<RecipientOutcome> accept() throws IOException;

    /** Drops the message unless it was accepted. */
    @Override
    void close();
}
