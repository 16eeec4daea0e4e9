package svc.api.net.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A connection of a client.
 *
 * <p>Threading: reading and {@link #readWithin} belong to the thread that calls {@link Session#serve}. All other methods
 * are thread-safe.
 */
@ProviderType
public interface Connection {

    /**
     * Returns the input. A read blocks until input arrives, but not longer than {@link #readWithin} permits; then it
     * throws a {@link java.net.SocketTimeoutException}. Before it blocks, everything written is sent.
     * {@link InputStream#available} returns the number of bytes that have arrived; {@link InputStream#close} has no
     * effect.
     */
    InputStream in();

    /**
     * Reads a line up to and including the next LF. The protocol decides about a line without CR.
     *
     * @param limit the maximum length in bytes, with the line end
     * @throws LineTooLongException if the line is longer; the connection should be ended
     * @throws java.io.EOFException if the client has closed the connection
     * @throws java.net.SocketTimeoutException if the line does not arrive in time
     */
    byte[] readLine(int limit) throws IOException;

    /**
     * Limits all reads from now on together to a duration, which further input does not extend. Each call of
     * {@link Session#serve} begins with a limit of one minute.
     */
    void readWithin(Duration limit);

    /**
     * Returns the output. It keeps up to 16 KiB. It is sent when it is full, on {@link OutputStream#flush}, when the
     * session blocks for input, and when {@link Session#serve} has returned. Each call of a method writes all its bytes
     * together, also if several threads write. A client that does not take 16 KiB within a minute is disconnected;
     * {@link OutputStream#close} has no effect.
     */
    OutputStream out();

    /**
     * Compresses all octets of both directions from now on (RFC 4978). What was written before is sent without
     * compression. All limits count decompressed octets. Call it at most once, after TLS has begun or if it never will.
     */
    void deflate() throws IOException;

    /** Causes the event {@link Session.Event#WOKEN}: at once if the connection is parked, otherwise after the current event. */
    void wake();

    /** Ends the connection at once, without last words and without sending what is unsent. */
    void abort();

    /** Returns the random id of the connection, which log entries of its session have as their correlation id. */
    String id();

    /** Returns the address of the client; if a trusted proxy forwarded the connection, the address of the proxy's client. */
    InetSocketAddress peer();

    /** Returns the address to which the client connected. */
    InetSocketAddress local();

    /** Returns the name of the listener that accepted the connection. */
    String listener();

    /** Returns the TLS parameters; empty if the connection does not use TLS. */
    Optional<Tls> tls();

    /** Returns whether the connection can begin TLS: it does not use TLS yet, and the server has a certificate. */
    boolean canStartTls();

    /**
     * The parameters of TLS.
     *
     * @param version the version, such as {@code TLSv1.3}
     * @param cipher the name of the cipher suite
     * @param host the host name that the client requested (SNI)
     */
    record Tls(String version, String cipher, Optional<String> host) {}
}
