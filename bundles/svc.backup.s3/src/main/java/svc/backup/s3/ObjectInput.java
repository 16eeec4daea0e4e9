package svc.backup.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of an object. If the connection ends early, the rest is requested again. Not thread-safe. */
final class ObjectInput extends InputStream {

    private final S3Client client;
    private final Source source;
    private long position;
    private InputStream in;
    private int attempt = 1;

    /** Opens the bytes of an object from a position. */
    @FunctionalInterface
    interface Source {
        InputStream from(long position) throws IOException;
    }

    ObjectInput(S3Client client, Source source, long position) throws IOException {
        this.client = client;
        this.source = source;
        this.position = position;
        this.in = source.from(position);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte @Nullable [] bytes, int offset, int length) throws IOException {
        while (true) {
            try {
                int count = in.read(Objects.requireNonNull(bytes), offset, length);
                position += Math.max(0, count);
                return count;
            } catch (S3Exception | NoSuchFileException e) {
                throw e;
            } catch (IOException e) {
                in.close();
                client.repeat(attempt++, e);
                in = source.from(position);
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
