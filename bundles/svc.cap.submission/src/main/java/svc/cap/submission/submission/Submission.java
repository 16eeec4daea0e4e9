package svc.cap.submission;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import svc.api.delivery.Destiny;
import svc.api.store.Facets;

/**
 * A message that was sent (RFC 8621 §7).
 *
 * @param n its number
 * @param identity that of the identity
 * @param email that of the message; 0 where a blob was sent that is no message of the account
 * @param thread that of its thread; 0 with {@code email}
 * @param sendAt when it goes on its way
 * @param undo whether that can be taken back
 * @param posting its number in the queue
 * @param envelope from whom and to whom, as JSON
 */
record Submission(
        long n, long identity, long email, long thread, Instant sendAt, Undo undo, long posting, String envelope) {

    static final String TYPE = "EmailSubmission";
    static final char LETTER = 's';

    /** All of it is told as one. */
    static final Facets WHOLE = Facets.ALL;

    /** Whether a submission can be taken back. */
    enum Undo {
        PENDING,
        FINAL,
        CANCELED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Undo of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * What is known of how it fares.
     *
     * @param destinies of each recipient
     * @param reports ids of the blobs that told of failures, the oldest first
     * @param receipts ids of the blobs in which recipients told what became of it, the oldest first
     * @param shown those recipients who told that it was displayed
     */
    record Fares(List<Destiny> destinies, List<String> reports, List<String> receipts, Set<String> shown) {

        /** Nothing so far. */
        static Fares none() {
            return new Fares(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new HashSet<>());
        }

        /** All blobs that the submission refers to. */
        List<String> blobs() {
            return Stream.concat(reports.stream(), receipts.stream()).toList();
        }
    }
}
