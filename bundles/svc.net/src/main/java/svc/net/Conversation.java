package svc.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.net.connection.ConnectionService.Ending;
import svc.api.net.connection.Session.Close;
import svc.api.net.connection.Session.Event;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;
import svc.api.net.connection.Session.StartTls;

/**
 * The task of one connection. It runs on a worker until the connection waits, and takes the connection through its
 * stages: the header of a proxy, the TLS handshake, the session, and the end.
 */
final class Conversation implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** The key of the correlation id in the log. */
    private static final String CORRELATION = "correlation";

    /** The time in which a proxy must send its header. */
    static final Duration PROXY_TIME = Duration.ofSeconds(10);

    /**
     * The time and the number of bytes that a client can still send before its connection is closed. If the connection
     * were closed with unread input, the operating system would discard the last words.
     */
    private static final Duration LINGER_TIME = Duration.ofSeconds(1);

    private static final int LINGER_BYTES = 256 * 1024;

    /** After this number of events other connections get the worker. */
    private static final int EVENTS_IN_TURN = 64;

    private final LineConnection connection;
    private Stage stage = Stage.BEGIN;
    /** The end of the current stage, on the monotonic clock. */
    private long stageEnd;

    private final ProxyHeader proxyHeader = new ProxyHeader();
    private @Nullable InetAddress counted;
    private @Nullable SessionTurns turns;
    private int events;
    private long lingered;

    private enum Stage {
        BEGIN,
        PROXY_HEADER,
        HANDSHAKE,
        SESSION,
        LINGER,
        CLOSED
    }

    Conversation(LineConnection connection) {
        this.connection = connection;
    }

    @Override
    public void run() {
        MDC.put(CORRELATION, connection.id());
        try {
            boolean more = true;
            while (more) {
                more = step();
            }
        } catch (IOException e) {
            LOG.debug("A connection of {} has ended: {}", protocol(), e.toString());
            close();
        } catch (RuntimeException | Error e) {
            LOG.error("A connection of {} has failed", protocol(), e);
            close();
        } finally {
            MDC.remove(CORRELATION);
        }
    }

    /** Does the next step; returns false when the connection is parked or closed. */
    private boolean step() throws IOException {
        return switch (stage) {
            case BEGIN -> begin();
            case PROXY_HEADER -> readProxyHeader();
            case HANDSHAKE -> shakeHands();
            case SESSION -> serve();
            case LINGER -> linger();
            case CLOSED -> false;
        };
    }

    private boolean begin() throws IOException {
        if (connection.network().settings().isProxy(connection.peer().getAddress())) {
            enter(Stage.PROXY_HEADER, PROXY_TIME);
            return true;
        }
        return admit();
    }

    private boolean readProxyHeader() throws IOException {
        if (!connection.parking().mayRead() || !proxyHeader.read(connection.endPoint())) {
            return !parked();
        }
        proxyHeader.client().ifPresent(connection::peer);
        return admit();
    }

    /** Applies the limit of connections, now that the client is known. */
    private boolean admit() throws IOException {
        InetAddress client = connection.peer().getAddress();
        boolean implicitTls = connection.acceptedBy().implicitTls();
        if (!connection.network().limits().admit(protocol(), client)) {
            return end(implicitTls ? "" : connection.service().lastWords(Ending.TOO_MANY_CONNECTIONS));
        }
        counted = client;
        if (implicitTls) {
            connection.beginTls();
            enter(Stage.HANDSHAKE, connection.acceptedBy().handshake());
        } else {
            beginSession();
        }
        return true;
    }

    private boolean shakeHands() throws IOException {
        TlsLayer tls = connection.tlsLayer();
        while (tls != null && !tls.established()) {
            int count = connection.parking().mayRead() ? connection.input().fill() : 0;
            if (count < 0) {
                throw new EOFException("the client has closed the connection");
            }
            if (count == 0 && !tls.established()) {
                return !parked();
            }
        }
        if (turns != null) {
            turns.secured();
        }
        beginSession();
        return true;
    }

    private void beginSession() {
        stage = Stage.SESSION;
        connection.parking().takeExpired(); // the previous stage was complete just in time
    }

    private boolean serve() throws IOException {
        try {
            SessionTurns current = turns;
            if (current == null) {
                current = new SessionTurns(connection, connection.service().open(connection));
                turns = current;
            }
            if (current.mustStop()) {
                return end(connection.service().lastWords(Ending.STOPPING));
            }
            Event event = current.due();
            return event == null ? !current.park() : apply(current, current.serve(event));
        } catch (SocketTimeoutException e) {
            return end(connection.service().lastWords(Ending.TIMEOUT));
        } catch (RuntimeException e) {
            LOG.error("A session of {} has failed", protocol(), e);
            return end(connection.service().lastWords(Ending.FAILURE));
        }
    }

    private boolean apply(SessionTurns current, Next next) throws IOException {
        if (next instanceof Close close) {
            return end(close.lastWords());
        }
        if (next instanceof StartTls start) {
            return startTls(current, start);
        }
        current.next((Park) next);
        if (++events % EVENTS_IN_TURN == 0) {
            connection.parking().run();
            return false;
        }
        return true;
    }

    private boolean startTls(SessionTurns current, StartTls start) throws IOException {
        if (!connection.canStartTls() || !connection.parking().mayRead()) {
            throw new IllegalStateException("the session begins TLS without a command of the client, or twice");
        }
        if (connection.input().available() > 0) {
            return end(start.refusal());
        }
        current.next(start.then());
        connection.output().writeBeforeTls(start.ready(), connection::beginTls);
        enter(Stage.HANDSHAKE, connection.acceptedBy().handshake());
        return true;
    }

    private void enter(Stage next, Duration time) {
        stage = next;
        stageEnd = connection.network().clock().nanos() + time.toNanos();
    }

    /** Parks the connection until the end of the stage; returns false if something has arrived. */
    private boolean parked() throws IOException {
        if (connection.parking().takeExpired() || connection.parking().stopping()) {
            throw new SocketTimeoutException("the stage " + stage + " has ended at its limit");
        }
        return connection.parking().park(connection.endPoint(), stageEnd, false, false);
    }

    private boolean end(String lastWords) throws IOException {
        connection.output().write(lastWords);
        connection.output().flush();
        ConnectionInput input = connection.input();
        boolean unread = input.available() > 0 || (connection.parking().mayRead() && input.fill() > 0);
        if (!unread) {
            close();
            return false;
        }
        closeSession();
        connection.endPoint().shutdownOutput();
        enter(Stage.LINGER, LINGER_TIME);
        return true;
    }

    private boolean linger() throws IOException {
        ConnectionInput input = connection.input();
        while (connection.parking().mayRead()) {
            lingered += input.available();
            input.clear();
            int count = lingered > LINGER_BYTES ? -1 : input.fill();
            if (count < 0) {
                close();
                return false;
            }
            if (count == 0) {
                return !parked();
            }
        }
        return !parked();
    }

    /** Closes the connection for a task that does not run. */
    void close() {
        if (stage == Stage.CLOSED) {
            return;
        }
        stage = Stage.CLOSED;
        closeSession();
        connection.abort();
        connection.output().discard();
        connection.input().discard();
        InetAddress client = counted;
        if (client != null) {
            connection.network().limits().release(protocol(), client);
        }
        connection.network().closed(connection);
    }

    private void closeSession() {
        SessionTurns current = turns;
        turns = null;
        if (current != null) {
            try {
                current.session().closed();
            } catch (RuntimeException e) {
                LOG.error("A session of {} has failed at its end", protocol(), e);
            }
        }
    }

    private String protocol() {
        return connection.service().protocol();
    }
}
