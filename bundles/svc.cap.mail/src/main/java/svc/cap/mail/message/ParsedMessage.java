package svc.cap.mail.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.mime.ThreadKeys;

/**
 * The data of a parsed message that the tables store. It is computed outside the writer thread.
 *
 * @param blob the blob of the message, which the account holds
 * @param size the size in octets
 * @param sentAt the {@code Date}, or null if it is missing or invalid
 * @param hasAttachment whether the email has an attachment (RFC 8621 §4.1.4)
 * @param summary the encoded {@link EmailSummary}
 * @param structure the encoded body structure
 * @param links the hashes of all ids in {@code Message-ID}, {@code In-Reply-To} and {@code References}
 * @param subject the hash of the base subject without white space (RFC 8621 §3)
 * @param order the texts by which the email is sorted
 * @param parts the blobs that can be extracted from the message
 */
// The warning is suppressed because parsed messages are never compared, and because copies of the arrays would be too
// expensive.
@SuppressWarnings("ArrayRecordComponent")
public record ParsedMessage(
        BlobId blob,
        long size,
        @Nullable Instant sentAt,
        boolean hasAttachment,
        byte[] summary,
        byte[] structure,
        List<Long> links,
        long subject,
        Order order,
        List<Part> parts) {

    public ParsedMessage {
        links = List.copyOf(links);
        parts = List.copyOf(parts);
    }

    /** Returns the keys with which the message is assigned to a thread. */
    public ThreadKeys threadKeys() {
        return new ThreadKeys(links, subject);
    }

    /**
     * The texts by which an email is sorted (RFC 8621 §4.4.2). A missing text is empty.
     *
     * @param subject the base subject
     * @param sender name or address of the first sender in {@code From}
     * @param recipient name or address of the first recipient in {@code To}
     */
    record Order(String subject, String sender, String recipient) {

        /** Maximum length of a text; the rest does not affect the order. */
        private static final int LONGEST = 128;

        /** Truncates the texts. */
        Order {
            subject = truncate(subject);
            sender = truncate(sender);
            recipient = truncate(recipient);
        }

        private static String truncate(String text) {
            if (text.length() <= LONGEST) {
                return text;
            }
            return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
        }
    }

    /**
     * A blob in the message.
     *
     * @param hash the SHA-256 of the blob
     * @param path the id of the part
     */
    record Part(byte[] hash, String path) {}
}
