package svc.cap.submission;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.identity.Account;

/**
 * A message as it goes out: with the lines that say which way it took, and without the fields that recipients must not see
 * (RFC 8621 §7.5). Streams; the header alone is looked at.
 */
final class OutgoingMessage {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss xx", Locale.ENGLISH);

    private final Blobs blobs;

    OutgoingMessage(Blobs blobs) {
        this.blobs = blobs;
    }

    /** What was written. */
    record Written(BlobId blob, long size) {}

    /**
     * Writes it into the account.
     *
     * @param by who sends it
     * @param sender the return path
     */
    Written write(Account account, Account by, Stored message, String sender, Instant now) throws IOException {
        String host = sender.substring(sender.lastIndexOf('@') + 1);
        try (BlobStore.Draft draft = blobs.draft(account)) {
            OutputStream out = draft.out();
            out.write(trace(sender, host, now).getBytes(StandardCharsets.UTF_8));
            FieldFilter filter = new FieldFilter(out, "bcc", "resent-bcc", "return-path");
            message.send(0, message.size(), filter);
            filter.flush();
            out.close();
            long size = draft.size();
            return new Written(blobs.keep(account, by, draft), size);
        }
    }

    /** RFC 5321 §4.4; by which address a person's program sent it is nobody's business. */
    private static String trace(String sender, String host, Instant now) {
        return "Return-Path: <" + sender + ">\r\nReceived: by " + host + " with JMAP;\r\n "
                + DATE.format(now.atOffset(ZoneOffset.UTC)) + "\r\n";
    }
}
