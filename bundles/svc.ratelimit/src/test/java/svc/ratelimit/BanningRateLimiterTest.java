package svc.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.Limited;
import svc.api.ratelimit.RateLimiter.Quota;
import svc.ratelimit.bans.Policy;
import svc.ratelimit.bans.RateLimiterFixture;
import svc.ratelimit.rates.Rate;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

/** Request rates of addresses and accounts, and trusted networks. */
final class BanningRateLimiterTest {

    private static final InetAddress CLIENT = RateLimiterFixture.address("203.0.113.7");
    private static final InetAddress OTHER_CLIENT = RateLimiterFixture.address("203.0.113.8");

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private RateLimiterFixture fixture;

    @BeforeEach
    void open() {
        fixture = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy("198.51.100.0/24"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Decision request(InetAddress address) {
        return fixture.limiter.checkAddress(address);
    }

    @Test
    @Covers("SEC-04")
    void allowsABurstAndThenOneRequestPerInterval() {
        for (int left = 4; left >= 0; left--) {
            assertThat(request(CLIENT))
                    .isEqualTo(
                            new Allowed(java.util.Optional.of(new Quota("http_per_ip_baseline", 60, left, 5 - left))));
        }
        assertThat(request(CLIENT))
                .isEqualTo(new Limited(new Quota("http_per_ip_baseline", 60, 0, 5), Duration.ofSeconds(1)));
        assertThat(request(OTHER_CLIENT)).isInstanceOf(Allowed.class);

        clock.leap(Duration.ofNanos(999_999_999));
        assertThat(request(CLIENT)).isInstanceOf(Limited.class);
        clock.leap(Duration.ofNanos(1));
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
        assertThat(request(CLIENT)).isInstanceOf(Limited.class);
    }

    @Test
    @Covers("SEC-04")
    void aRejectedRequestUsesNoTokens() {
        IntStream.range(0, 100).forEach(i -> request(CLIENT));
        clock.leap(Duration.ofSeconds(5));

        assertThat(IntStream.range(0, 6).mapToObj(i -> request(CLIENT)).filter(Allowed.class::isInstance))
                .hasSize(5);
    }

    @Test
    @Covers("SEC-04")
    void anAccountHasItsOwnLimitWhereverItComesFrom() {
        IntStream.range(0, 3)
                .forEach(i -> fixture.limiter.checkAccount(42, RateLimiterFixture.address("192.0.2." + i)));

        assertThat(fixture.limiter.checkAccount(42, CLIENT)).isInstanceOfSatisfying(Limited.class, slow -> {
            assertThat(slow.quota().limit()).isEqualTo("http_per_account_baseline");
            assertThat(slow.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        });
        assertThat(fixture.limiter.checkAccount(43, CLIENT)).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers(value = "SEC-04", part = "processor time of an account")
    void anAccountHasABudgetOfProcessorTimeThatComesBackWithTheTime() {
        fixture.limiter.recordProcessorTime(42, CLIENT, Duration.ofMillis(599));
        assertThat(fixture.limiter.checkAccount(42, CLIENT)).isInstanceOf(Allowed.class);
        fixture.limiter.recordProcessorTime(42, CLIENT, Duration.ofMillis(601));

        assertThat(fixture.limiter.checkAccount(42, OTHER_CLIENT)).isInstanceOfSatisfying(Limited.class, slow -> {
            assertThat(slow.quota().limit()).isEqualTo("http_per_account_cpu_ms");
            assertThat(slow.quota().most())
                    .isEqualTo("600 ms of processor time a minute ([security] http_per_account_cpu_ms)");
            assertThat(slow.quota().remaining()).isZero();
            assertThat(slow.seconds()).isEqualTo(61);
        });
        assertThat(fixture.limiter.checkAccount(43, CLIENT)).isInstanceOf(Allowed.class);
        clock.leap(Duration.ofSeconds(61));
        assertThat(fixture.limiter.checkAccount(42, CLIENT)).isInstanceOf(Allowed.class);
        fixture.limiter.recordProcessorTime(7, RateLimiterFixture.address("198.51.100.9"), Duration.ofMinutes(5));
        assertThat(fixture.limiter.checkAccount(7, CLIENT)).as("trusted").isInstanceOf(Allowed.class);
    }

    @Test
    @Covers("SEC-04")
    void allAddressesOfAnIpv6NetworkShareABucket() {
        IntStream.range(0, 5).forEach(i -> request(RateLimiterFixture.address("2001:db8:1:2::" + i)));

        assertThat(request(RateLimiterFixture.address("2001:db8:1:2:ffff::1"))).isInstanceOf(Limited.class);
        assertThat(request(RateLimiterFixture.address("2001:db8:1:3::1"))).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers({"SEC-01", "SEC-04"})
    void trustedNetworksAreNeitherCountedNorBanned() {
        InetAddress trusted = RateLimiterFixture.address("198.51.100.9");
        fixture.fail(trusted, 100);

        for (int i = 0; i < 10_000; i++) {
            assertThat(request(trusted)).isEqualTo(new Allowed(java.util.Optional.empty()));
        }
        assertThat(fixture.limiter.checkAccount(1, trusted)).isEqualTo(new Allowed(java.util.Optional.empty()));
        assertThat(fixture.banStore.bans()).isEmpty();
        assertThat(request(RateLimiterFixture.address("198.51.101.1")))
                .isNotEqualTo(new Allowed(java.util.Optional.empty()));
    }

    @Test
    @Covers("SEC-04")
    void aNewRateStartsWithAFullBucket() {
        IntStream.range(0, 6).forEach(i -> request(CLIENT));
        Policy before = RateLimiterFixture.policy();
        fixture.limiter.change(new Policy(
                before.trusted(),
                Rate.of("http_per_ip_baseline", 6000, 50),
                before.perAccount(),
                before.processorTime(),
                before.failures(),
                before.window(),
                before.firstBan(),
                before.accountFailures(),
                before.known()));

        assertThat(IntStream.range(0, 51).filter(i -> request(CLIENT) instanceof Allowed))
                .hasSize(50);
    }

    @Test
    @Covers("SEC-04")
    void concurrentRequestsDoNotExceedTheBurst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Long> many = () -> IntStream.range(0, 200)
                    .filter(i -> request(CLIENT) instanceof Allowed)
                    .count();
            long welcome = 0;
            for (Future<Long> one : threads.invokeAll(java.util.Collections.nCopies(8, many))) {
                welcome += one.get();
            }
            assertThat(welcome).isEqualTo(5);
        } finally {
            threads.shutdownNow();
        }
    }
}
