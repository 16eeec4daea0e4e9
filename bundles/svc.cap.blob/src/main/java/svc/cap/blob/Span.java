package svc.cap.blob;

/**
 * The part of a blob that a Blob/get selects, and that there is.
 *
 * @param from the first octet
 * @param length how many
 * @param truncated whether more was asked for
 */
record Span(long from, long length, boolean truncated) {

    /**
     * Cuts what is asked for out of a blob.
     *
     * @param length -1 for all that remains
     */
    static Span of(long size, long offset, long length) {
        long from = Math.min(offset, size);
        if (length < 0) {
            return new Span(from, size - from, offset > size);
        }
        return new Span(from, Math.min(length, size - from), offset + length > size);
    }
}
