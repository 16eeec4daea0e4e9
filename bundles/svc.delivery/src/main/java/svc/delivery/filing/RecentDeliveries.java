package svc.delivery.filing;

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
import svc.delivery.queue.DeliveryKey;

/**
 * Records which messages were delivered to an account, by their {@link DeliveryKey}. A message is therefore filed only
 * once in an account, even if several of its recipients are addresses of the account, or if its delivery is repeated
 * after a crash. Once an hour the component deletes the expired rows.
 */
@Component(immediate = true, service = RecentDeliveries.class)
public final class RecentDeliveries {

    /** The time for which a delivery is stored. It is longer than the time in which deliveries are retried. */
    public static final Duration KEPT = Duration.ofDays(7);

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

    /**
     * Records the delivery of a message to the transaction's account. Returns false if it was recorded before.
     */
    public static boolean isNew(SqlWriter sql, DeliveryKey key, Instant now) {
        return sql.update(
                        "INSERT INTO recent_letter (account, hash, at) VALUES (:account, ?, ?)"
                                + " ON CONFLICT (account, hash) DO NOTHING",
                        key.bytes(),
                        now.toEpochMilli())
                == 1;
    }

    /** Deletes expired rows, at most {@code portion}, and returns their number. */
    public static int purge(SqlWriter sql, Instant now, int portion) {
        return sql.update(
                "DELETE FROM recent_letter WHERE (account, hash) IN"
                        + " (SELECT account, hash FROM recent_letter WHERE at < ? LIMIT ?)",
                now.minus(KEPT).toEpochMilli(),
                portion);
    }
}
