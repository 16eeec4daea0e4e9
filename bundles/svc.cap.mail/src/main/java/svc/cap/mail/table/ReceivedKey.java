package svc.cap.mail;

import java.util.Comparator;

/**
 * A place in a list of messages by the time at which they were received.
 *
 * @param received seconds since 1970
 * @param n the message; of two of one second the later one is the newer
 */
record Key(long received, long n) implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
            Comparator.comparingLong(Key::received).thenComparingLong(Key::n);

    /** Before everything. */
    static final Key FIRST = new Key(Long.MIN_VALUE, 0);

    /** After everything. */
    static final Key LAST = new Key(Long.MAX_VALUE, Long.MAX_VALUE);

    @Override
    public int compareTo(Key other) {
        return ORDER.compare(this, other);
    }
}
