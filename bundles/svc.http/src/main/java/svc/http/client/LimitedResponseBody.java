package svc.http.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A response body that may not exceed a limit. Closing it ends the exchange. Not thread-safe. */
final class LimitedResponseBody extends FilterInputStream {

    private final Runnable end;
    private long left;

    LimitedResponseBody(InputStream body, long limit, Runnable end) {
        super(body);
        this.left = limit;
        this.end = end;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int read = super.read(into, offset, length);
        left -= Math.max(read, 0);
        if (left < 0) {
            throw new IOException("The response body is longer than the limit of the request");
        }
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        return readNBytes((int) Math.min(count, 8_192)).length;
    }

    @Override
    public void close() throws IOException {
        end.run();
        super.close();
    }
}
