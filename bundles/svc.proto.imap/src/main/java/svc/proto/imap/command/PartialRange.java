package svc.proto.imap.command;

/**
 * A range of results (RFC 9394).
 *
 * @param first the position of the first result, from 1
 * @param last the position of the last result
 * @param fromEnd whether positions count from the last result backwards
 */
public record PartialRange(long first, long last, boolean fromEnd) {

    /** Returns the range in the syntax of IMAP. */
    @Override
    public String toString() {
        return fromEnd ? "-" + first + ":-" + last : first + ":" + last;
    }
}
