package svc.proto.imap.grammar;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.LongConsumer;

/**
 * A set of message numbers or UIDs as ranges, in ascending order, which do not touch. Immutable. Threading:
 * thread-safe.
 */
public final class NumberSet {

    /** The set without numbers. */
    public static final NumberSet EMPTY = new NumberSet(new long[0], new long[0]);

    private final long[] first;
    private final long[] last;

    private NumberSet(long[] first, long[] last) {
        this.first = first;
        this.last = last;
    }

    /** Returns the set of numbers, which must be in ascending order. */
    public static NumberSet of(long... numbers) {
        Builder builder = new Builder();
        for (long number : numbers) {
            builder.add(number, number);
        }
        return builder.build();
    }

    /** Returns the set of numbers, which must be in ascending order. */
    public static NumberSet of(Collection<Long> numbers) {
        return of(numbers.stream().mapToLong(Long::longValue).toArray());
    }

    /** Returns the set of all numbers between two. */
    public static NumberSet range(long first, long last) {
        return new NumberSet(new long[] {first}, new long[] {last});
    }

    /** Returns the set of all numbers in ranges, which may overlap and may be in any order. */
    static NumberSet ofRanges(long[][] ranges) {
        Arrays.sort(ranges, (a, b) -> Long.compare(a[0], b[0]));
        Builder builder = new Builder();
        for (long[] range : ranges) {
            builder.add(range[0], range[1]);
        }
        return builder.build();
    }

    /** Joins ranges that arrive in ascending order of their first number. Not thread-safe. */
    public static final class Builder {

        private long[] first = new long[8];
        private long[] last = new long[8];
        private int size;

        /** Adds a range. */
        public void add(long from, long to) {
            if (size > 0 && from < first[size - 1]) {
                throw new IllegalArgumentException("not in ascending order: " + from);
            }
            if (size > 0 && from <= last[size - 1] + 1) {
                last[size - 1] = Math.max(last[size - 1], to);
                return;
            }
            if (size == first.length) {
                first = Arrays.copyOf(first, size * 2);
                last = Arrays.copyOf(last, size * 2);
            }
            first[size] = from;
            last[size++] = to;
        }

        /** Returns the set. */
        public NumberSet build() {
            return size == 0 ? EMPTY : new NumberSet(Arrays.copyOf(first, size), Arrays.copyOf(last, size));
        }
    }

    /** Returns the number of ranges. */
    public int ranges() {
        return first.length;
    }

    /** Returns the first number of a range. */
    public long first(int range) {
        return first[range];
    }

    /** Returns the last number of a range. */
    public long last(int range) {
        return last[range];
    }

    /** Returns whether the set has no numbers. */
    public boolean isEmpty() {
        return first.length == 0;
    }

    /** Returns the number of numbers. */
    public long count() {
        long count = 0;
        for (int i = 0; i < first.length; i++) {
            count += last[i] - first[i] + 1;
        }
        return count;
    }

    /** Returns whether the set contains a number. */
    public boolean contains(long number) {
        int found = Arrays.binarySearch(first, number);
        int range = found >= 0 ? found : -found - 2;
        return range >= 0 && number <= last[range];
    }

    /** Passes all numbers in ascending order. */
    public void forEach(LongConsumer action) {
        for (int i = 0; i < first.length; i++) {
            for (long number = first[i]; number <= last[i]; number++) {
                action.accept(number);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumberSet set && Arrays.equals(first, set.first) && Arrays.equals(last, set.last);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(first) + Arrays.hashCode(last);
    }

    /** Returns the set in the syntax of IMAP (sequence-set); an empty text for an empty set. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < first.length; i++) {
            text.append(i == 0 ? "" : ",").append(first[i]);
            if (last[i] > first[i]) {
                text.append(':').append(last[i]);
            }
        }
        return text.toString();
    }
}
