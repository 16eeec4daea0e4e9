package svc.proto.imap.command;

/**
 * A range of results (RFC 9394).
 *
 * @param first the position of the first result, from 1
 * @param last the position of the last result
 * @param fromEnd whether positions count from the last result backwards
 */
public record PartialRange(long first, long last, boolean fromEnd) {

    /** Returns the index of the first result of the range in a list of results. */
    public int from(int size) {
        return (int) Math.max(0, Math.min(fromEnd ? size - last : first - 1, size));
    }

    /** Returns the index after the last result of the range in a list of results; at least {@link #from}. */
    public int to(int size) {
        return (int) Math.max(from(size), Math.min(fromEnd ? size - first + 1 : last, size));
    }

    /** Returns the range in the syntax of IMAP. */
    @Override
    public String toString() {
        return fromEnd ? "-" + first + ":-" + last : first + ":" + last;
    }
}
