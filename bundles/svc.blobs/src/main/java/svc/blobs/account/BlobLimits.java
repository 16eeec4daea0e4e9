package svc.blobs.account;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.blob.WriteLimit;

/**
 * Limits the bytes that the clients of an account write to blobs, per request and per hour. The hour of an account
 * begins with its first write. When there are too many accounts, the account without activity for the longest time is
 * dropped. Thread-safe.
 */
@Component(service = BlobLimits.class, configurationPid = "svc.blobs")
@Designate(ocd = BlobsConfig.class)
public final class BlobLimits {

    /** No limits, for tests of other features. */
    public static final BlobLimits NONE = new BlobLimits(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    private static final int ACCOUNTS = 20_000;
    private static final Duration HOUR = Duration.ofHours(1);

    private final long perHour;
    private final long perRequest;
    private final long unreferenced;
    private final Map<Long, Spent> accounts = new LinkedHashMap<>(16, 0.75f, true);

    @Activate
    public BlobLimits(BlobsConfig config) {
        this(config.bytes_per_hour(), config.bytes_per_request(), config.unreferenced_bytes());
    }

    BlobLimits(long perHour, long perRequest, long unreferenced) {
        this.perHour = perHour;
        this.perRequest = perRequest;
        this.unreferenced = unreferenced;
    }

    private record Spent(long since, long bytes) {}

    /** Returns the limit on bytes of unreferenced blobs in one account. */
    long unreferenced() {
        return unreferenced;
    }

    /**
     * Counts bytes before they are written. Rejected bytes are not counted.
     *
     * @param account the number of the account of the client
     * @param before the bytes that the same request has written already
     * @param size the bytes to write
     * @param now the monotonic time in nanoseconds
     * @throws WriteLimit the bytes exceed a limit
     */
    synchronized void write(long account, long before, long size, long now) {
        if (before + size > perRequest) {
            throw WriteLimit.ofRequest(perRequest);
        }
        Spent spent = accounts.get(account);
        if (spent == null || now - spent.since() >= HOUR.toNanos()) {
            spent = new Spent(now, 0);
        }
        if (spent.bytes() + size > perHour) {
            throw WriteLimit.ofHour(perHour, HOUR.minusNanos(now - spent.since()));
        }
        accounts.put(account, new Spent(spent.since(), spent.bytes() + size));
        if (accounts.size() > ACCOUNTS) {
            accounts.remove(accounts.keySet().iterator().next());
        }
    }
}
