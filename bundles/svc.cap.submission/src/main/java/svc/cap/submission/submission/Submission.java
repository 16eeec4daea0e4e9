package svc.cap.submission.submission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.DeliveryStatus;
import svc.api.store.Facets;

/**
 * A submission of a message (RFC 8621 §7).
 *
 * @param n the number of the submission
 * @param identity the number of the identity
 * @param email the number of the email; 0 if the client sent a blob that is not an email of the account
 * @param thread the number of the email's thread; 0 if {@code email} is 0
 * @param sendAt the time at which the message is released for delivery
 * @param undo the undo status
 * @param posting the number of the message in the queue
 * @param envelope the envelope as JSON
 * @param sender the number of the account of the user who submitted the message in the name of this account; 0 for the
 *     owner
 */
public record Submission(
        long n,
        long identity,
        long email,
        long thread,
        Instant sendAt,
        Undo undo,
        long posting,
        String envelope,
        long sender) {

    public static final String TYPE = "EmailSubmission";
    public static final char LETTER = 's';

    /** All properties are logged as one facet. */
    public static final Facets WHOLE = Facets.ALL;

    /** The undo status of a submission (RFC 8621 §7, {@code undoStatus}). */
    public enum Undo {
        PENDING,
        FINAL,
        CANCELED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns whether a value is the word of a status. */
        public static boolean isWord(@Nullable Object value) {
            return Stream.of(values()).anyMatch(undo -> undo.word().equals(value));
        }

        static Undo of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * The delivery status of a submission's recipients, with the reports received for it.
     *
     * @param statuses the status of each recipient
     * @param reports ids of the blobs of delivery status notifications, oldest first
     * @param receipts ids of the blobs of disposition notifications, oldest first
     * @param shown the recipients to whom the message was displayed, according to their notifications
     */
    public record RecipientStatus(
            List<DeliveryStatus> statuses, List<String> reports, List<String> receipts, Set<String> shown) {

        static RecipientStatus unknown() {
            return new RecipientStatus(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashSet<>());
        }

        /** Returns the ids of all blobs to which the submission refers. */
        public List<String> blobs() {
            return Stream.concat(reports.stream(), receipts.stream()).toList();
        }
    }
}
