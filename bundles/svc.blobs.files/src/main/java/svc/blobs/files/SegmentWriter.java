package svc.blobs.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.DurableFiles;

/** Hashes the bytes of a blob and writes them in encrypted segments. Buffers one segment. Not thread-safe. */
final class SegmentWriter extends BlobOutput {

    /** The size of the first buffer. It is small, because most blobs are smaller than a segment. */
    private static final int FIRST = 8_192;

    private final FileChannel file;
    private final SegmentCipher cipher;
    private final DiskSpace room;
    private final MessageDigest sha256;
    private byte[] segment = new byte[FIRST + BlobHead.TAG];
    private int held;
    private int index;
    private long size;

    SegmentWriter(FileChannel file, SegmentCipher cipher, DiskSpace room) {
        this.file = file;
        this.cipher = cipher;
        this.room = room;
        this.sha256 = sha256();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256", e);
        }
    }

    @Override
    void append(byte[] from, int at, int length) throws IOException {
        int next = at;
        int left = length;
        while (left > 0) {
            if (held == BlobHead.SEGMENT) {
                put(false);
            }
            int portion = Math.min(left, BlobHead.SEGMENT - held);
            segment = grown(segment, held + portion + BlobHead.TAG, BlobHead.SEGMENT + BlobHead.TAG);
            System.arraycopy(from, next, segment, held, portion);
            held += portion;
            size += portion;
            next += portion;
            left -= portion;
        }
    }

    /** Writes the last segment, and marks it as the last one. */
    @Override
    void finish() throws IOException {
        put(true);
    }

    long size() {
        return size;
    }

    /** Returns the hash of the bytes. This method can be called only once. */
    byte[] hash() {
        return sha256.digest();
    }

    private void put(boolean last) throws IOException {
        if (index < 0) {
            throw new IOException("A blob has at most 2^31 segments");
        }
        sha256.update(segment, 0, held);
        int length = cipher.encrypt(segment, held, index, last);
        try {
            DurableFiles.write(file, ByteBuffer.wrap(segment, 0, length), BlobHead.at(index));
        } catch (IOException e) {
            throw room.because(e);
        }
        index++;
        held = 0;
    }
}
