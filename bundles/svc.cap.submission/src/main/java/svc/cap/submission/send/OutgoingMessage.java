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
     * Which way it takes.
     *
     * @param sender the return path; empty for none
     * @param identity the address by which it is sent
     * @param at when
     */
    record Trace(String sender, String identity, Instant at) {}

    /**
     * Writes it into the account.
     *
     * @param by who sends it
     */
    Written write(Account account, Account by, Stored message, Trace trace) throws IOException {
        try (BlobStore.Draft draft = blobs.draft(account)) {
            OutputStream out = draft.out();
            out.write(lines(trace).getBytes(StandardCharsets.UTF_8));
            try (FieldFilter filter = new FieldFilter(out, "bcc", "resent-bcc", "return-path")) {
                message.send(0, message.size(), filter);
            }
            long size = draft.size();
            return new Written(blobs.keep(account, by, draft), size);
        }
    }

    /** RFC 5321 §4.4; by which address a person's program sent it is nobody's business. */
    private static String lines(Trace trace) {
        return "Return-Path: <" + trace.sender() + ">\r\nReceived: by "
                + trace.identity().substring(trace.identity().lastIndexOf('@') + 1) + " with JMAP;\r\n "
                + DATE.format(trace.at().atOffset(ZoneOffset.UTC)) + "\r\n";
    }
}
