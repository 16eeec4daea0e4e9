package svc.api.lifecycle;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The maintenance mode of the server. An administrator begins and ends it; it also ends by itself at its end and when
 * the server stops. While a read-only maintenance is active, no write to the data of accounts begins; a write that has
 * begun is completed. Reads, push and sign-ins work as usual.
 *
 * <p>Threading: thread-safe; no method blocks.
 */
@ProviderType
public interface Maintenance {

    /** Returns the active maintenance; empty if there is none. */
    Optional<Period> current();

    /** Returns the active maintenance if it is read-only; empty if the data of accounts may be written. */
    default Optional<Period> readOnly() {
        return current().filter(Period::readOnly);
    }

    /**
     * Runs an action when the data of accounts may be written: at once, or when the read-only maintenance ends. An
     * action that waits already is not added again. The action must be short and must not throw.
     */
    void whenWritable(Runnable action);

    /**
     * A maintenance.
     *
     * @param readOnly whether the data of accounts must not be written
     * @param reason the reason that the administrator gave; for administrators only
     * @param beganBy the administrator, such as {@code console root}
     * @param beganAt the begin
     * @param endsAt the time at which it ends by itself
     */
    record Period(boolean readOnly, String reason, String beganBy, Instant beganAt, Instant endsAt) {

        /** Returns the sentence for a user whose write a read-only maintenance rejects. */
        public String notice() {
            return "The server is read-only for maintenance until " + endsAt.truncatedTo(ChronoUnit.SECONDS)
                    + ". Try again later.";
        }
    }
}
