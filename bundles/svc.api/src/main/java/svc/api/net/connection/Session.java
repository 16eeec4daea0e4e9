package svc.api.net.connection;

import java.io.IOException;
import java.time.Duration;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The protocol on one connection. The server calls {@link #serve} for each event. In between, the connection is parked:
 * it occupies no thread and no buffer.
 *
 * <p>Threading: the calls of one session never overlap, and each call sees the effects of the calls before it, but the
 * thread differs. {@code serve} may block; it runs on a virtual thread from Java 21 on, otherwise on one of 256 threads.
 * A session should therefore wait for its client by parking, and block only for input that is on its way.
 */
@ConsumerType
public interface Session {

    /**
     * Serves one event.
     *
     * @return what the connection does next
     * @throws IOException if the connection fails or the client closes it; the server closes it without last words
     */
    Next serve(Event event) throws IOException;

    /** Called once after the last call of {@link #serve}, for whatever reason the connection ends. */
    default void closed() {}

    /** An event of a connection. */
    enum Event {
        /** The connection is open: the session writes its greeting. */
        OPENED,
        /**
         * The input for which the connection was parked has arrived. After {@link Park#forLine} the line can be read
         * without blocking.
         */
        INPUT,
        /** {@link Connection#wake} was called, once or several times. */
        WOKEN,
        /** The input did not arrive in time. A session usually ends the connection. */
        EXPIRED
    }

    /** What a connection does after an event. */
    sealed interface Next permits Park, StartTls, Close {}

    /**
     * Waits for input. Everything that the session wrote is sent first. Input that has already arrived causes the next
     * event at once, so a session reads one command for each event, also if a client sends several commands together.
     *
     * @param line the maximum length of the awaited line in bytes, with its line end; 0 to wait for any input
     * @param idle the longest wait since the connection was last parked after an event other than
     *     {@link Event#WOKEN}
     * @param unfinished the longest time from the first byte of a line, or of a TLS record, to the last one
     * @param busy whether the client is in the middle of a command. When the server stops, it ends other connections
     *     at once and waits for these
     */
    record Park(int line, Duration idle, Duration unfinished, boolean busy) implements Next {

        /**
         * Waits for the next command: a line that ends with LF. A line that is too long also causes the event, and
         * {@link Connection#readLine} reports it.
         *
         * @param line the maximum length of the line in bytes, with its line end
         * @param idle the longest wait
         * @param unfinished the longest time from the first to the last byte of the line
         */
        public static Park forLine(int line, Duration idle, Duration unfinished) {
            return new Park(line, idle, unfinished, false);
        }

        /**
         * Waits in the middle of a command for any input.
         *
         * @param within the longest wait
         */
        public static Park forInput(Duration within) {
            return new Park(0, within, within, true);
        }

        /** Returns the same wait in the middle of a command. */
        public Park insideCommand() {
            return new Park(line, idle, unfinished, true);
        }
    }

    /**
     * Begins TLS on a connection without TLS, in answer to a command of the client. The event after {@code then} has
     * the new {@link Connection#tls}. The session must forget what the client said before (RFC 3207 §4.2).
     *
     * @param ready the answer to the command, with its line end
     * @param refusal the last words to a client that sent more than the command: these bytes would be taken for bytes
     *     of the protected connection, so the connection is closed
     * @param then the wait for the first command after the handshake
     */
    record StartTls(String ready, String refusal, Park then) implements Next {}

    /**
     * Ends the connection.
     *
     * @param lastWords the last words to the client, with the line end; an empty text for none
     */
    record Close(String lastWords) implements Next {}
}
