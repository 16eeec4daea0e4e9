package svc.backup.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream, for implementations of {@link BackupTarget#read}. Not thread-safe. */
public final class LimitedInput extends FilterInputStream {

    private long left;

    /** Creates a stream that ends after a number of bytes, or earlier with the other stream. */
    public LimitedInput(InputStream in, long length) {
        super(in);
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0 && length > 0) {
            return -1;
        }
        int count = super.read(bytes, offset, (int) Math.min(length, left));
        left -= Math.max(0, count);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(left, super.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
