package svc.cap.blob;

/**
 * The part of a range requested by a Blob/get that lies inside the blob.
 *
 * @param from the first octet
 * @param length the number of octets
 * @param truncated whether the requested range ends after the end of the blob
 */
record Span(long from, long length, boolean truncated) {

    /**
     * Limits the requested range to the size of the blob.
     *
     * @param length the requested length; -1 for the rest of the blob
     */
    static Span of(long size, long offset, long length) {
        long from = Math.min(offset, size);
        if (length < 0) {
            return new Span(from, size - from, offset > size);
        }
        return new Span(from, Math.min(length, size - from), offset + length > size);
    }
}
