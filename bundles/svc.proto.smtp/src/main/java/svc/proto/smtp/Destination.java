package svc.proto.smtp;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Caller;

/** Takes the messages of a listener. Implementations are thread-safe. */
interface Destination {

    /** Checks the return path. */
    void checkSender(Optional<Caller> caller, String address) throws RefusedException;

    /** Checks a recipient. */
    void checkRecipient(String address) throws RefusedException;

    /** Begins a message. */
    Message begin(Optional<Caller> caller, Envelope envelope, Arrival arrival, Instant due) throws IOException;

    /** A message that is being received. Not thread-safe. */
    interface Message {

        /** Returns the output for the octets of the message. */
        OutputStream out();

        /**
         * Accepts or rejects the message; an accepted message is durable.
         *
         * @return the reply for each recipient, or one reply for all of them
         */
        List<SmtpReply> finish() throws IOException, RefusedException;

        /** Discards the message unless it was accepted. */
        void close();
    }
}
