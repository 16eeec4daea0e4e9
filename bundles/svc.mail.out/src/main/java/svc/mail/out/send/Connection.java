package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;

/**
 * A connection to another mail server. It blocks the thread of the lane: a lane sends one message at a time, and its
 * thread also waits for the store. Each step has an absolute deadline of the clock, at which the socket is closed; a
 * server that sends or reads octet by octet does not extend it. Not thread-safe, except {@link #end}.
 */
final class Connection implements Closeable {

    private static final int BUFFER = 16_384;

    private final Clock clock;
    private final Consumer<Connection> closed;
    private final Socket plain = new Socket();
    private Socket socket = plain;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private Clock.@Nullable Alarm alarm;
    private volatile @Nullable String end;
    private volatile boolean isDecisive;

    /**
     * Creates a connection that is not open.
     *
     * @param closed called once when the connection is closed
     */
    Connection(Clock clock, Consumer<Connection> closed) {
        this.clock = clock;
        this.closed = closed;
    }

    /** Connects to a server. */
    void open(InetSocketAddress server, Optional<InetAddress> source, Duration time) throws HostException {
        limit(time);
        try {
            if (source.isPresent()) {
                plain.bind(new InetSocketAddress(source.get(), 0));
            }
            plain.setTcpNoDelay(true);
            plain.connect(server, Math.toIntExact(time.toMillis()));
            use(plain);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    private void use(Socket other) throws IOException {
        socket = other;
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER);
    }

    /** Sets the time in which the next step ends. */
    private synchronized void limit(Duration time) {
        rest();
        alarm = clock.schedule(time, () -> end("it did not answer within " + text(time)));
    }

    private static String text(Duration time) {
        return time.toSeconds() % 60 == 0 ? time.toMinutes() + " minutes" : time.toSeconds() + " seconds";
    }

    /** Ends the time limit. */
    synchronized void rest() {
        if (alarm != null) {
            alarm.cancel();
        }
    }

    /** Replaces the octets by those of a TLS connection on the same socket. */
    void use(TlsClient tls, String name, Duration time) throws IOException {
        limit(time);
        if (Objects.requireNonNull(in).available() > 0) {
            // An attacker on the way can have sent octets that came in the clear (RFC 3207 §6).
            close();
            throw new HostException("it sent octets in the clear after its reply to STARTTLS");
        }
        use(tls.handshake(plain, name));
    }

    /** Writes a command to the buffer. */
    void write(String command) throws HostException {
        if (command.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a command contains a control character");
        }
        try {
            Objects.requireNonNull(out).write((command + "\r\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Sends the buffered commands, and reads the next reply. */
    ServerReply read(Duration time) throws HostException {
        limit(time);
        try {
            Objects.requireNonNull(out).flush();
            return ServerReply.read(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * Returns a stream for the content of a message.
     *
     * @param block the time in which each block is written
     * @param all the time in which the content is written
     */
    OutputStream content(Duration block, Duration all) {
        long last = clock.nanos() + all.toNanos();
        return new BufferedOutputStream(
                new FilterOutputStream(Objects.requireNonNull(out)) {
                    @Override
                    public void write(byte[] octets, int from, int length) throws IOException {
                        Duration left = Duration.ofNanos(Math.max(0, last - clock.nanos()));
                        limit(left.compareTo(block) < 0 ? left : block);
                        try {
                            out.write(octets, from, length);
                        } catch (IOException e) {
                            throw failure(e);
                        }
                    }
                },
                BUFFER);
    }

    /** Reads the reply that a server has sent before it ended the connection within a content. */
    ServerReply readLast(Duration time) throws HostException {
        limit(time);
        try {
            return ServerReply.read(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** Sets whether the server has the whole message and has not replied to it. */
    void setDecisive(boolean isDecisive) {
        this.isDecisive = isDecisive;
    }

    boolean isDecisive() {
        return isDecisive;
    }

    boolean isClosed() {
        return plain.isClosed();
    }

    private HostException broken(IOException e) {
        HostException broken = failure(e);
        close();
        return broken;
    }

    private HostException failure(IOException e) {
        String reason = end;
        if (reason == null && e instanceof HostException problem) {
            return problem;
        }
        String message = e instanceof EOFException ? "it ended the connection" : String.valueOf(e.getMessage());
        HostException failure = new HostException(reason == null ? ServerReply.withoutControls(message) : reason);
        failure.initCause(e);
        return failure;
    }

    /** Ends the connection from any thread. A TLS socket is not closed, because that can block. */
    void end(String reason) {
        if (end == null) {
            end = reason;
        }
        close();
    }

    @Override
    public synchronized void close() {
        rest();
        if (!plain.isClosed()) {
            try {
                plain.close();
            } catch (IOException e) {
                // The socket is closed even so.
            } finally {
                closed.accept(this);
            }
        }
    }

    /** Returns the version of TLS; empty if the connection is in the clear. */
    Optional<String> tls() {
        return TlsClient.version(socket);
    }
}
