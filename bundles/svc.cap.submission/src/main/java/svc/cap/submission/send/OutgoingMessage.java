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
     * @param at the time of submission
     */
    record ReceivedLine(String identity, Instant at) {}

    /**
     * Writes the outgoing message as a blob of the account.
     *
     * @param by the account of the caller
     */
    Written write(Account account, Account by, StoredBlob message, ReceivedLine receivedLine) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(account)) {
            OutputStream out = draft.out();
            out.write(lines(receivedLine).getBytes(StandardCharsets.UTF_8));
            try (LineEndings lines = new LineEndings(new FieldFilter(out, "bcc", "resent-bcc", "return-path"))) {
                message.send(0, message.size(), lines);
            }
            long size = draft.size();
            return new Written(blobs.keep(account, by, draft), size);
        }
    }

    /** Returns the trace field (RFC 5321 §4.4). The IP address of the client is left out for privacy. */
    private static String lines(ReceivedLine receivedLine) {
        return "Received: by "
                + receivedLine.identity().substring(receivedLine.identity().lastIndexOf('@') + 1) + " with JMAP;\r\n "
                + DATE.format(receivedLine.at().atOffset(ZoneOffset.UTC)) + "\r\n";
    }
}
