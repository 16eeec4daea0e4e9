package svc.delivery;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.Leases;
import svc.api.store.HourlySweep;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.time.Clock;

/**
 * Records which queued messages were filed in an account. A queued message is therefore filed only once in an account,
 * even if several of its recipients are addresses of the account, or if its delivery is repeated after a crash. A
 * message that is sent again is another queued message, and is filed again. Once an hour the component deletes the
 * expired rows.
 */
@Component(immediate = true, service = RecentDeliveries.class)
public final class RecentDeliveries {

    /** The time for which a delivery is stored. It is longer than the time in which deliveries are retried. */
    static final Duration KEPT = Duration.ofDays(7);

    /** First byte of a key. A key of another length was written by an earlier version and is the hash of a message. */
    private static final byte POSTING = 'p';

    private static final int PORTION = 400;

    private final HourlySweep sweep;

    @Activate
    public RecentDeliveries(@Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                leases, "svc.delivery", store, clock, now -> (tx, pace) -> purge(tx.sql(), now, PORTION) == PORTION);
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }

    /** Returns the key of a queued message. */
    static byte[] key(long posting) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(POSTING).putLong(posting).array();
    }

    /**
     * Records the delivery of a queued message to the transaction's account. Returns false if it was recorded before.
     */
    static boolean isNew(SqlWriter sql, byte[] key, Instant now) {
        return sql.update(
                        "INSERT INTO recent_letter (account, hash, at) VALUES (:account, ?, ?)"
                                + " ON CONFLICT (account, hash) DO NOTHING",
                        key,
                        now.toEpochMilli())
                == 1;
    }

    /** Deletes expired rows, at most {@code portion}, and returns their number. */
    static int purge(SqlWriter sql, Instant now, int portion) {
        return sql.update(
                "DELETE FROM recent_letter WHERE (account, hash) IN"
                        + " (SELECT account, hash FROM recent_letter WHERE at < ? LIMIT ?)",
                now.minus(KEPT).toEpochMilli(),
                portion);
    }
}
