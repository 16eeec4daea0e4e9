package svc.net;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.Session;
import svc.api.net.connection.Session.Event;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;

/** The events of one session, and the time limits of its waits. */
final class SessionTurns {

    /** The longest read of a session that sets no limit itself. */
    private static final Duration READ_TIME = Duration.ofMinutes(1);

    private final LineConnection connection;
    private final Session session;
    private boolean opened;
    private Park park = Park.forLine(1, Duration.ZERO, Duration.ZERO);
    private long idleSince;
    private boolean unfinished;
    private long unfinishedSince;

    SessionTurns(LineConnection connection, Session session) {
        this.connection = connection;
        this.session = session;
    }

    Session session() {
        return session;
    }

    /** Returns whether the server stops and the client is not in the middle of a command. */
    boolean mustStop() {
        return connection.parking().stopping() && !park.busy();
    }

    /**
     * Returns the event that is due; null for none.
     *
     * @throws IOException if the client has closed the connection
     */
    @Nullable
    Event due() throws IOException {
        Parking parking = connection.parking();
        if (!opened) {
            return Event.OPENED;
        }
        if (parking.takeWoken()) {
            return Event.WOKEN;
        }
        if (arrived()) {
            parking.takeExpired(); // the input arrived just in time
            unfinished = false;
            return Event.INPUT;
        }
        return parking.takeExpired() ? Event.EXPIRED : null;
    }

    private boolean arrived() throws IOException {
        try {
            return connection.input().gather(park.line());
        } catch (EOFException e) {
            // A client that has closed only its own direction still reads the answers to its commands.
            connection.output().flush();
            throw e;
        }
    }

    Next serve(Event event) throws IOException {
        opened = true;
        connection.readWithin(READ_TIME);
        Next next = session.serve(event);
        if (event != Event.WOKEN) {
            idleSince = connection.network().clock().nanos();
        }
        return next;
    }

    /** Sets the next wait. */
    void next(Park wait) {
        park = wait;
    }

    /** Begins the wait of a session whose TLS handshake is complete. */
    void secured() {
        idleSince = connection.network().clock().nanos();
    }

    /** Sends the output and parks the connection; returns false if an event is due. */
    boolean park() throws IOException {
        connection.output().flush();
        return connection.parking().park(connection.endPoint(), deadline(), true, park.busy());
    }

    private long deadline() {
        long end = idleSince + park.idle().toNanos();
        TlsLayer tls = connection.tlsLayer();
        boolean partial = connection.input().available() > 0 || (tls != null && tls.hasPartialRecord());
        if (partial && !unfinished) {
            unfinishedSince = connection.network().clock().nanos();
        }
        unfinished = partial;
        long limit = unfinishedSince + park.unfinished().toNanos();
        return unfinished && limit - end < 0 ? limit : end;
    }
}
