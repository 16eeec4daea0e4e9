package svc.cap.mail.table;

import java.util.Comparator;

/**
 * The sort key of an email in lists ordered by their "received at" time.
 *
 * @param received the "received at" time, in seconds since 1970
 * @param n the number of the email; it orders emails of the same second
 */
public record ReceivedKey(long received, long n) implements Comparable<ReceivedKey> {

    private static final Comparator<ReceivedKey> ORDER =
            Comparator.comparingLong(ReceivedKey::received).thenComparingLong(ReceivedKey::n);

    /** Sorts before all keys. */
    public static final ReceivedKey FIRST = new ReceivedKey(Long.MIN_VALUE, 0);

    /** Sorts after all keys. */
    public static final ReceivedKey LAST = new ReceivedKey(Long.MAX_VALUE, Long.MAX_VALUE);

    @Override
    public int compareTo(ReceivedKey other) {
        return ORDER.compare(this, other);
    }
}
