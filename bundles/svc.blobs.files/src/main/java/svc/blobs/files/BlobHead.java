package svc.blobs.files;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * The 64-byte header of a blob file. Its parts are, with their lengths in bytes: {@code svcblob} (7), the version 1
 * (1), the id of the data key (8), the random id of the file (16), the size of a segment (4), zeros (4), the size of
 * the blob (8), and the seal (16). The seal is an authentication tag over the size and the hash of the blob, computed
 * at the commit.
 */
final class BlobHead {

    /** The length of the header. */
    static final int LENGTH = 64;

    /** The number of bytes of the blob in each segment; the last segment may have fewer. */
    static final int SEGMENT = 1 << 16;

    /** The length of the GCM tag of a segment. */
    static final int TAG = 16;

    private static final byte[] MAGIC = {'s', 'v', 'c', 'b', 'l', 'o', 'b', 1};
    private static final int KEY_AT = 8;
    private static final int FILE_AT = 16;
    private static final int FILE_LENGTH = 16;
    private static final int SEGMENT_AT = 32;
    private static final int SIZE_AT = 40;
    private static final int SEAL_AT = 48;

    private final byte[] bytes;

    private BlobHead(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Creates the header of a new file. */
    static BlobHead fresh(long keyId, SecureRandom random) {
        byte[] file = new byte[FILE_LENGTH];
        random.nextBytes(file);
        byte[] bytes = new byte[LENGTH];
        ByteBuffer.wrap(bytes).put(MAGIC).putLong(keyId).put(file).putInt(SEGMENT);
        return new BlobHead(bytes);
    }

    /** Parses a header; empty when this version cannot read the file. */
    static Optional<BlobHead> of(byte[] bytes) {
        ByteBuffer head = ByteBuffer.wrap(bytes);
        boolean known = bytes.length == LENGTH
                && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                && head.getInt(SEGMENT_AT) == SEGMENT
                && head.getInt(SEGMENT_AT + Integer.BYTES) == 0
                && head.getLong(SIZE_AT) >= 0;
        return known ? Optional.of(new BlobHead(bytes)) : Optional.empty();
    }

    long keyId() {
        return ByteBuffer.wrap(bytes).getLong(KEY_AT);
    }

    /** Returns the random id of the file. */
    byte[] file() {
        return Arrays.copyOfRange(bytes, FILE_AT, FILE_AT + FILE_LENGTH);
    }

    /**
     * Returns the beginning of the header, up to the size of the blob: the part that is known before the blob is
     * written.
     */
    byte[] start() {
        return Arrays.copyOf(bytes, SIZE_AT);
    }

    long size() {
        return ByteBuffer.wrap(bytes).getLong(SIZE_AT);
    }

    byte[] seal() {
        return Arrays.copyOfRange(bytes, SEAL_AT, LENGTH);
    }

    /** Returns the complete header. */
    ByteBuffer sealed(long size, byte[] seal) {
        return ByteBuffer.allocate(LENGTH).put(start()).putLong(size).put(seal).flip();
    }

    /** Returns the number of segments of a blob; an empty blob has one empty segment. */
    static long segments(long size) {
        return Math.max(1, (size + SEGMENT - 1) / SEGMENT);
    }

    /** Returns the offset of a segment in the file. */
    static long at(long index) {
        return LENGTH + index * (SEGMENT + TAG);
    }

    /** Returns the length of the file of a blob. */
    static long fileLength(long size) {
        return LENGTH + size + segments(size) * TAG;
    }

    /** Returns the size of the blob in a complete file of this length. */
    static long sizeOf(long fileLength) {
        long stored = Math.max(0, fileLength - LENGTH);
        long segments = (stored + SEGMENT + TAG - 1) / (SEGMENT + TAG);
        return Math.max(0, stored - segments * TAG);
    }
}
