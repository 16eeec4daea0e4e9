package svc.cap.mail;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;

/**
 * What a message that was read brings to the tables; all of it was worked out away from the writer.
 *
 * @param blob its bytes, which the account holds
 * @param size how many they are
 * @param sentAt its Date; null without one that can be read
 * @param hasAttachment RFC 8621 §4.1.4
 * @param summary the properties of lists that never change, encoded
 * @param structure its parts with their places in the bytes, encoded
 * @param links hashes of all ids in Message-ID, In-Reply-To and References
 * @param subject hash of the base subject without white space (RFC 8621 §3)
 * @param order by what it is sorted
 * @param parts the blobs that can be found in it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copies would cost more than they protect
record Arrival(
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

    /** Copies the lists. */
    Arrival {
        links = List.copyOf(links);
        parts = List.copyOf(parts);
    }

    /**
     * By what a message is sorted (RFC 8621 §4.4.2); empty where there is nothing.
     *
     * @param subject the base subject
     * @param sender name or address of the first in From
     * @param recipient name or address of the first in To
     */
    record Order(String subject, String sender, String recipient) {

        /** What comes after so many characters does not count. */
        private static final int LONGEST = 128;

        /** Cuts what is too long. */
        Order {
            subject = cut(subject);
            sender = cut(sender);
            recipient = cut(recipient);
        }

        private static String cut(String text) {
            if (text.length() <= LONGEST) {
                return text;
            }
            return text.substring(0, Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
        }
    }

    /**
     * A blob in the message.
     *
     * @param hash its SHA-256
     * @param path where it is
     */
    record Part(byte[] hash, String path) {}
}
