package svc.cap.submission.send;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;

/**
 * Writes a message in its outgoing form: with a trace field, without the fields that recipients must not see (RFC 8621
 * §7.5), and with CRLF at the end of each line. The message is streamed.
 */
final class OutgoingMessage {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss xx", Locale.ENGLISH);

    private final AccountBlobs blobs;

    OutgoingMessage(AccountBlobs blobs) {
        this.blobs = blobs;
    }

    /** The blob of the outgoing message and its size in octets. */
    record Written(BlobId blob, long size) {}

    /**
     * The values of the trace field.
     *
     * @param identity the address of the identity
     * @param protocol the protocol by which the message was submitted
     * @param at the time of submission
     */
    record ReceivedLine(String identity, String protocol, Instant at) {}

    /**
     * Writes the outgoing message as a blob of the account.
     *
     * @param by the account of the caller
     */
    Written write(Account account, Account by, StoredBlob message, ReceivedLine receivedLine) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(account)) {
            try (OutputStream lines = begin(draft.out(), receivedLine)) {
                message.send(0, message.size(), lines);
            }
            long size = draft.size();
            return new Written(blobs.keep(account, by, draft), size);
        }
    }

    /** Writes the trace field, and returns the output for the message as the client wrote it. */
    static OutputStream begin(OutputStream out, ReceivedLine receivedLine) throws IOException {
        out.write(lines(receivedLine).getBytes(StandardCharsets.UTF_8));
        return new LineEndings(new FieldFilter(out, "bcc", "resent-bcc", "return-path"));
    }

    /** Returns a date in the form of a header field (RFC 5322 §3.3). */
    static String date(Instant at) {
        return DATE.format(at.atOffset(ZoneOffset.UTC));
    }

    /** Returns the trace field (RFC 5321 §4.4). The IP address of the client is left out for privacy. */
    private static String lines(ReceivedLine receivedLine) {
        return "Received: by "
                + receivedLine.identity().substring(receivedLine.identity().lastIndexOf('@') + 1) + " with "
                + receivedLine.protocol() + ";\r\n " + date(receivedLine.at()) + "\r\n";
    }
}
