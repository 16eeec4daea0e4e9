package svc.ratelimit.bans;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.time.Clock;
import svc.ratelimit.BanningRateLimiter;
import svc.ratelimit.rates.Rate;
import svc.runtime.LocalEventCounters;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;

/** All components of this bundle on a store of its own. */
public final class RateLimiterFixture implements AutoCloseable {

    public final SqliteStore store;
    public final BanStore banStore;
    public final BanningRateLimiter limiter;
    private long secrets;

    public RateLimiterFixture(Path directory, Clock clock, Policy policy) {
        this(directory, clock, policy, BanStore.MOST);
    }

    public RateLimiterFixture(Path directory, Clock clock, Policy policy, int bans) {
        this.store = new SqliteStore(
                new MigratedDatabase(
                        MigratedDatabaseFixture.in(directory, SqliteStore.class, BanningRateLimiter.class)),
                clock);
        this.banStore = new BanStore(store, clock, bans);
        this.limiter = BanningRateLimiter.of(
                policy, banStore, new KnownNetworks(store, clock), clock, new LocalEventCounters(clock));
    }

    public static Policy policy(String... trusted) {
        return new Policy(
                List.of(trusted).stream()
                        .map(text -> IpNetwork.parse(text).orElseThrow())
                        .toList(),
                Rate.of("http_per_ip_baseline", 60, 5),
                Rate.of("http_per_account_baseline", 30, 3),
                Rate.of("http_per_account_cpu_ms", 600, 600),
                3,
                Duration.ofMinutes(10),
                Duration.ofMinutes(15),
                1_000,
                Duration.ofDays(7));
    }

    /** Creates an attempt with a new secret. */
    public Attempt attempt(InetAddress address, long account, boolean foreignPage) {
        return new Attempt(address, "http", account, ++secrets, foreignPage);
    }

    /** Reports failed sign-ins to one account, each with a new secret. */
    public void fail(InetAddress address, int times) {
        IntStream.range(0, times).forEach(i -> limiter.recordFailedSignIn(attempt(address, 1, false)));
    }

    public static InetAddress address(String text) {
        return IpNetwork.address(text).orElseThrow();
    }

    @Override
    public void close() {
        store.close();
    }
}
