package svc.proto.imap.grammar;

import java.util.Arrays;

/**
 * A sequence-set of a client (RFC 9051 §9): ranges of message numbers or UIDs, in which {@code *} means the largest one,
 * or the saved search result {@code $} (RFC 5182). Immutable. Threading: thread-safe.
 */
public final class SequenceSet {

    /** The maximum number of elements. */
    public static final int MOST_ELEMENTS = 100_000;

    /** The saved result of the last search. */
    public static final SequenceSet SAVED = new SequenceSet(new long[0]);

    private static final long LARGEST = 0;

    /** The two ends of each range, as the client sent them. */
    private final long[] ends;

    private SequenceSet(long[] ends) {
        this.ends = ends;
    }

    /** Reads a set. */
    public static SequenceSet read(Input in) throws SyntaxException {
        if (in.skip('$')) {
            return SAVED;
        }
        long[] ends = new long[8];
        int size = 0;
        do {
            if (size == 2 * MOST_ELEMENTS) {
                throw in.expected("at most " + MOST_ELEMENTS + " elements of a sequence set");
            }
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, size * 2);
            }
            ends[size] = number(in);
            ends[size + 1] = in.skip(':') ? number(in) : ends[size];
            size += 2;
        } while (in.skip(','));
        return new SequenceSet(Arrays.copyOf(ends, size));
    }

    /** Reads a set without {@code *} and {@code $}. */
    public static NumberSet readKnown(Input in) throws SyntaxException {
        int column = in.column();
        SequenceSet set = read(in);
        if (set.isSaved() || set.hasLargest()) {
            throw new SyntaxException("expected a sequence set without * and $", column);
        }
        return set.resolve(0);
    }

    private static long number(Input in) throws SyntaxException {
        return in.skip('*') ? LARGEST : in.positive("a message number");
    }

    /** Returns whether this is the saved search result. */
    public boolean isSaved() {
        return ends.length == 0;
    }

    /** Returns whether the set contains {@code *}. */
    public boolean hasLargest() {
        return Arrays.stream(ends).anyMatch(end -> end == LARGEST);
    }

    /** Returns the number of elements as the client sent them. */
    public int elements() {
        return ends.length / 2;
    }

    /**
     * Returns the largest number that the set names; 0 if it names only {@code *}. A session compares it with the
     * number of messages.
     */
    public long largestNamed() {
        return Arrays.stream(ends).max().orElse(0);
    }

    /**
     * Returns the numbers of the set.
     *
     * @param largest the largest message number or UID in the mailbox; 0 for an empty mailbox, in which {@code *} means
     *     no message
     */
    public NumberSet resolve(long largest) {
        long[][] ranges = new long[elements()][];
        for (int i = 0; i < ranges.length; i++) {
            long a = ends[2 * i] == LARGEST ? largest : ends[2 * i];
            long b = ends[2 * i + 1] == LARGEST ? largest : ends[2 * i + 1];
            ranges[i] = new long[] {Math.max(1, Math.min(a, b)), Math.max(a, b)};
        }
        return NumberSet.ofRanges(
                Arrays.stream(ranges).filter(range -> range[1] > 0).toArray(long[][]::new));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SequenceSet set && Arrays.equals(ends, set.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ends);
    }

    /** Returns the set in the syntax of IMAP. */
    @Override
    public String toString() {
        if (isSaved()) {
            return "$";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ends.length; i += 2) {
            text.append(i == 0 ? "" : ",").append(end(i));
            if (ends[i] != ends[i + 1]) {
                text.append(':').append(end(i + 1));
            }
        }
        return text.toString();
    }

    private String end(int at) {
        return ends[at] == LARGEST ? "*" : Long.toString(ends[at]);
    }
}
