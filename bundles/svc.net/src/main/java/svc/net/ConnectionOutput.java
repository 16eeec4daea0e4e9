package svc.net;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;

/**
 * The output of a connection. One lock orders the writing threads. A writer blocks until the client has taken what it
 * writes, so at most one buffer is unsent.
 */
final class ConnectionOutput extends OutputStream {

    /** The time in which the client must take one buffer. */
    static final Duration WRITE_TIME = Duration.ofMinutes(1);

    private static final int BUFFER = 16 * 1024;

    private final LineConnection connection;
    private final ReentrantLock lock = new ReentrantLock();
    private RetainableByteBuffer.@Nullable Mutable buffer;
    private volatile boolean blocked;
    private boolean closed;
    private boolean compressed;

    ConnectionOutput(LineConnection connection) {
        this.connection = connection;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        lock.lock();
        try {
            int done = 0;
            while (done < length) {
                ByteBuffer unsent = unsent();
                int count = Math.min(length - done, unsent.capacity() - unsent.limit());
                BufferUtil.append(unsent, source, offset + done, count);
                done += count;
                if (unsent.limit() == unsent.capacity()) {
                    send();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a text as the last one without TLS. No other thread can write between the text and the beginning of TLS. */
    void writeBeforeTls(String text, Runnable begin) throws IOException {
        lock.lock();
        try {
            write(text);
            send();
            begin.run();
        } finally {
            lock.unlock();
        }
    }

    /** Sends what was written, and compresses the output from now on. */
    void deflate() throws IOException {
        lock.lock();
        try {
            send();
            compressed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is unsent, and refuses further output. */
    void discard() {
        lock.lock();
        try {
            closed = true;
            if (buffer != null) {
                buffer.release();
                buffer = null;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a writer waits for the client. */
    boolean blocked() {
        return blocked;
    }

    private ByteBuffer unsent() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        RetainableByteBuffer.Mutable current = buffer;
        if (current == null) {
            current = connection.network().buffers().acquire(BUFFER, true);
            buffer = current;
        }
        return current.getByteBuffer();
    }

    private void send() throws IOException {
        RetainableByteBuffer.Mutable current = buffer;
        if (current == null) {
            return;
        }
        buffer = null;
        try {
            if (compressed) {
                Deflate.compress(current.getByteBuffer(), octets -> send(connection.endPoint(), octets));
            } else {
                send(connection.endPoint(), current.getByteBuffer());
            }
        } finally {
            current.release();
        }
    }

    private void send(EndPoint endPoint, ByteBuffer unsent) throws IOException {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        endPoint.write(Callback.from(sent, InvocationType.NON_BLOCKING), unsent);
        Clock.Alarm limit = sent.isDone() ? () -> true : limit(endPoint);
        blocked = !sent.isDone();
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            endPoint.close(e);
            throw new InterruptedIOException("the server stops");
        } finally {
            blocked = false;
            limit.cancel();
        }
    }

    private Clock.Alarm limit(EndPoint endPoint) {
        SocketTimeoutException late = new SocketTimeoutException("the client did not take the output in time");
        return connection.network().clock().schedule(WRITE_TIME, () -> endPoint.close(late));
    }
}
