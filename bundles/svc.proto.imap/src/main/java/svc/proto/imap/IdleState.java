package svc.proto.imap;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import svc.api.net.connection.Connection;

/**
 * The IDLE command of a session (RFC 9051 §6.3.13), and whether there were changes that the client does not know. The
 * session begins and ends the command; any thread reports changes.
 */
final class IdleState {

    /** The wait before a change is sent to a client in IDLE, so that several changes are sent together. */
    private static final Duration BURST = Duration.ofMillis(250);

    private final Front front;
    private final Connection connection;
    private final BooleanSupplier notified;
    private final AtomicBoolean changed = new AtomicBoolean();
    private volatile @Nullable String tag;
    private volatile boolean wakeScheduled;

    /**
     * Creates the state of a session that is not in IDLE.
     *
     * @param notified whether changes are sent between commands, too (RFC 5465)
     */
    IdleState(Front front, Connection connection, BooleanSupplier notified) {
        this.front = front;
        this.connection = connection;
        this.notified = notified;
    }

    /** Returns whether the client is in IDLE. */
    boolean isActive() {
        return tag != null;
    }

    void begin(String command) {
        tag = command;
        front.metrics().idle(1);
    }

    /** Ends the command and returns its tag. */
    String end() {
        String command = String.valueOf(tag);
        tag = null;
        front.metrics().idle(-1);
        return command;
    }

    /** Reports a change. It wakes the session of a client that waits for changes. */
    void changed() {
        changed.set(true);
        if ((isActive() || notified.getAsBoolean()) && !wakeScheduled) {
            wakeScheduled = true;
            front.clock().schedule(BURST, connection::wake);
        }
    }

    /** Returns whether there were changes since the last call. */
    boolean takeChanged() {
        return changed.getAndSet(false);
    }

    /** Called when the session is woken. Returns whether changes must be sent to a client that waits for them. */
    boolean woken() {
        wakeScheduled = false;
        return (isActive() || notified.getAsBoolean()) && changed.get();
    }
}
