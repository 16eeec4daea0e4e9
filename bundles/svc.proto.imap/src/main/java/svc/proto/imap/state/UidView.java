package svc.proto.imap.state;

import java.util.Arrays;
import svc.proto.imap.grammar.NumberSet;

/**
 * The UIDs of the messages in a mailbox as a client knows them. The message number of a message is the rank of its UID.
 * Immutable. Threading: thread-safe.
 */
public final class UidView {

    /** The view of a mailbox without messages. */
    public static final UidView EMPTY = new UidView(NumberSet.EMPTY);

    private final NumberSet uids;

    /** The message number of the first UID of each range. */
    private final long[] numbers;

    private final long size;

    /** Creates a view. */
    public UidView(NumberSet uids) {
        this.uids = uids;
        this.numbers = new long[uids.ranges()];
        long next = 1;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = next;
            next += uids.last(i) - uids.first(i) + 1;
        }
        this.size = next - 1;
    }

    /** Returns the view of ranges: the first and the last UID of each, in ascending order. */
    public static UidView ofRanges(long... ends) {
        NumberSet.Builder builder = new NumberSet.Builder();
        for (int i = 0; i < ends.length; i += 2) {
            builder.add(ends[i], ends[i + 1]);
        }
        return new UidView(builder.build());
    }

    /** Returns the UIDs. */
    public NumberSet uids() {
        return uids;
    }

    /** Returns the number of messages. */
    public long size() {
        return size;
    }

    /** Returns the highest UID; 0 without messages. */
    public long highest() {
        return uids.isEmpty() ? 0 : uids.last(uids.ranges() - 1);
    }

    /** Returns the UID of a message; the message number must be between 1 and {@link #size}. */
    public long uid(long number) {
        int found = Arrays.binarySearch(numbers, number);
        int range = found >= 0 ? found : -found - 2;
        return uids.first(range) + number - numbers[range];
    }

    /** Returns the message number of a UID; 0 if there is no such message. */
    public long number(long uid) {
        int range = rangeAtOrBefore(uid);
        return range >= 0 && uid <= uids.last(range) ? numbers[range] + uid - uids.first(range) : 0;
    }

    private int rangeAtOrBefore(long uid) {
        int low = 0;
        int high = uids.ranges() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (uids.first(middle) <= uid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** Returns the UIDs of message numbers, none of which is higher than {@link #size}. */
    public NumberSet uidsOf(NumberSet messages) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (int i = 0; i < messages.ranges(); i++) {
            long number = messages.first(i);
            while (number <= messages.last(i)) {
                long first = uid(number);
                long last = Math.min(uids.last(rangeAtOrBefore(first)), first + messages.last(i) - number);
                found.add(first, last);
                number += last - first + 1;
            }
        }
        return found.build();
    }

    /** Returns those of the UIDs that have a message. */
    public NumberSet existing(NumberSet wanted) {
        NumberSet.Builder found = new NumberSet.Builder();
        for (int i = 0; i < wanted.ranges(); i++) {
            for (int range = Math.max(0, rangeAtOrBefore(wanted.first(i)));
                    range < uids.ranges() && uids.first(range) <= wanted.last(i);
                    range++) {
                long first = Math.max(uids.first(range), wanted.first(i));
                long last = Math.min(uids.last(range), wanted.last(i));
                if (first <= last) {
                    found.add(first, last);
                }
            }
        }
        return found.build();
    }

    /** Returns those of the UIDs that have no message. */
    public NumberSet missing(NumberSet wanted) {
        NumberSet.Builder missing = new NumberSet.Builder();
        for (int i = 0; i < wanted.ranges(); i++) {
            long next = wanted.first(i);
            for (int range = Math.max(0, rangeAtOrBefore(next));
                    range < uids.ranges() && uids.first(range) <= wanted.last(i);
                    range++) {
                if (uids.first(range) > next) {
                    missing.add(next, uids.first(range) - 1);
                }
                next = Math.max(next, uids.last(range) + 1);
            }
            if (next <= wanted.last(i)) {
                missing.add(next, wanted.last(i));
            }
        }
        return missing.build();
    }
}
