package svc.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.Limited;
import svc.api.ratelimit.RateLimiter.Quota;
import svc.ratelimit.bans.Policy;
import svc.ratelimit.bans.RateLimiterFixture;
import svc.ratelimit.rates.Rate;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

/** Request rates, bans and trusted networks. */
final class BanningRateLimiterTest {

    private static final InetAddress SOMEBODY = RateLimiterFixture.address("203.0.113.7");
    private static final InetAddress NEIGHBOUR = RateLimiterFixture.address("203.0.113.8");

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private RateLimiterFixture gate;

    @BeforeEach
    void open() {
        gate = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy("198.51.100.0/24"));
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private Decision request(InetAddress address) {
        return gate.doorkeeper.checkAddress(address);
    }

    private void fail(InetAddress address, int times) {
        IntStream.range(0, times).forEach(i -> gate.doorkeeper.recordFailedSignIn(attempt(address, 1, false)));
    }

    private long secrets;

    /** Creates an attempt with a new secret. */
    private Attempt attempt(InetAddress address, long account, boolean foreignPage) {
        return new Attempt(address, "http", account, ++secrets, foreignPage);
    }

    @Test
    @Covers(
            value = "SEC-05",
            part = "a ban stops sign-ins and requests without a valid credential; valid tokens, bound sessions and"
                    + " remembered Basic credentials go on",
            open = "IMAP, SMTP and DAV")
    void aBanStopsSignInsAndLetsRequestsWithACredentialThroughToItsCheck() {
        fail(SOMEBODY, 3);

        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
        assertThat(gate.doorkeeper.checkSignIn(attempt(SOMEBODY, 7, false))).isInstanceOf(Banned.class);
        assertThat(gate.doorkeeper.checkAddressWithCredential(SOMEBODY)).isInstanceOf(Allowed.class);
        IntStream.range(0, 4).forEach(i -> gate.doorkeeper.checkAddressWithCredential(SOMEBODY));
        assertThat(gate.doorkeeper.checkAddressWithCredential(SOMEBODY)).isInstanceOf(Limited.class);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void theSameWrongSecretCountsOnce() {
        Attempt old = attempt(SOMEBODY, 1, false);
        IntStream.range(0, 50).forEach(i -> gate.doorkeeper.recordFailedSignIn(old));
        fail(SOMEBODY, 1);
        assertThat(gate.book.bans()).isEmpty();
        fail(SOMEBODY, 1);
        assertThat(gate.book.bans()).hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void aSuccessResetsTheFailuresOfItsAccountOnly() {
        for (int i = 0; i < 20; i++) {
            fail(SOMEBODY, 2);
            gate.doorkeeper.recordSuccessfulSignIn(attempt(SOMEBODY, 1, false));
        }
        assertThat(gate.book.bans()).isEmpty();

        fail(SOMEBODY, 2);
        gate.doorkeeper.recordSuccessfulSignIn(attempt(SOMEBODY, 2, false));
        fail(SOMEBODY, 1);
        assertThat(gate.book.bans())
                .as("an own account does not help against others")
                .hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void failuresOfForeignPagesBanNoAddressAndStopOnlySuchPages() {
        for (int i = 0; i < 3; i++) {
            Attempt attempt = attempt(SOMEBODY, i, true);
            assertThat(gate.doorkeeper.checkSignIn(attempt)).isInstanceOf(Allowed.class);
            gate.doorkeeper.recordFailedSignIn(attempt);
        }

        assertThat(gate.book.bans()).isEmpty();
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
        assertThat(gate.doorkeeper.checkSignIn(attempt(SOMEBODY, 9, false))).isInstanceOf(Allowed.class);
        assertThat(gate.doorkeeper.checkSignIn(attempt(SOMEBODY, 9, true)))
                .isEqualTo(new Banned(clock.now().plus(Duration.ofMinutes(10))));
        assertThat(gate.doorkeeper.checkSignIn(attempt(NEIGHBOUR, 9, true))).isInstanceOf(Allowed.class);
        clock.leap(Duration.ofMinutes(10));
        assertThat(gate.doorkeeper.checkSignIn(attempt(SOMEBODY, 9, true))).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers("SEC-04")
    void allowsABurstAndThenOneRequestPerInterval() {
        for (int left = 4; left >= 0; left--) {
            assertThat(request(SOMEBODY))
                    .isEqualTo(
                            new Allowed(java.util.Optional.of(new Quota("http_per_ip_baseline", 60, left, 5 - left))));
        }
        assertThat(request(SOMEBODY))
                .isEqualTo(new Limited(new Quota("http_per_ip_baseline", 60, 0, 5), Duration.ofSeconds(1)));
        assertThat(request(NEIGHBOUR)).isInstanceOf(Allowed.class);

        clock.leap(Duration.ofNanos(999_999_999));
        assertThat(request(SOMEBODY)).isInstanceOf(Limited.class);
        clock.leap(Duration.ofNanos(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
        assertThat(request(SOMEBODY)).isInstanceOf(Limited.class);
    }

    @Test
    @Covers("SEC-04")
    void aRejectedRequestUsesNoTokens() {
        IntStream.range(0, 100).forEach(i -> request(SOMEBODY));
        clock.leap(Duration.ofSeconds(5));

        assertThat(IntStream.range(0, 6).mapToObj(i -> request(SOMEBODY)).filter(Allowed.class::isInstance))
                .hasSize(5);
    }

    @Test
    @Covers("SEC-04")
    void anAccountHasItsOwnLimitWhereverItComesFrom() {
        IntStream.range(0, 3)
                .forEach(i -> gate.doorkeeper.checkAccount(42, RateLimiterFixture.address("192.0.2." + i)));

        assertThat(gate.doorkeeper.checkAccount(42, SOMEBODY)).isInstanceOfSatisfying(Limited.class, slow -> {
            assertThat(slow.quota().limit()).isEqualTo("http_per_account_baseline");
            assertThat(slow.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        });
        assertThat(gate.doorkeeper.checkAccount(43, SOMEBODY)).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers(value = "SEC-04", part = "processor time of an account")
    void anAccountHasABudgetOfProcessorTimeThatComesBackWithTheTime() {
        gate.doorkeeper.recordProcessorTime(42, SOMEBODY, Duration.ofMillis(599));
        assertThat(gate.doorkeeper.checkAccount(42, SOMEBODY)).isInstanceOf(Allowed.class);
        gate.doorkeeper.recordProcessorTime(42, SOMEBODY, Duration.ofMillis(601));

        assertThat(gate.doorkeeper.checkAccount(42, NEIGHBOUR)).isInstanceOfSatisfying(Limited.class, slow -> {
            assertThat(slow.quota().limit()).isEqualTo("http_per_account_cpu_ms");
            assertThat(slow.quota().most())
                    .isEqualTo("600 ms of processor time a minute ([security] http_per_account_cpu_ms)");
            assertThat(slow.quota().remaining()).isZero();
            assertThat(slow.seconds()).isEqualTo(61);
        });
        assertThat(gate.doorkeeper.checkAccount(43, SOMEBODY)).isInstanceOf(Allowed.class);
        clock.leap(Duration.ofSeconds(61));
        assertThat(gate.doorkeeper.checkAccount(42, SOMEBODY)).isInstanceOf(Allowed.class);
        gate.doorkeeper.recordProcessorTime(7, RateLimiterFixture.address("198.51.100.9"), Duration.ofMinutes(5));
        assertThat(gate.doorkeeper.checkAccount(7, SOMEBODY)).as("trusted").isInstanceOf(Allowed.class);
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
        fail(trusted, 100);

        for (int i = 0; i < 10_000; i++) {
            assertThat(request(trusted)).isEqualTo(new Allowed(java.util.Optional.empty()));
        }
        assertThat(gate.doorkeeper.checkAccount(1, trusted)).isEqualTo(new Allowed(java.util.Optional.empty()));
        assertThat(gate.book.bans()).isEmpty();
        assertThat(request(RateLimiterFixture.address("198.51.101.1")))
                .isNotEqualTo(new Allowed(java.util.Optional.empty()));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void failedSignInsBanAndTheBanEnds() {
        fail(SOMEBODY, 2);
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
        fail(SOMEBODY, 1);

        assertThat(request(SOMEBODY)).isEqualTo(new Banned(clock.now().plus(Duration.ofMinutes(15))));
        assertThat(gate.doorkeeper.bannedUntil(SOMEBODY)).isPresent();
        assertThat(request(NEIGHBOUR)).isInstanceOf(Allowed.class);

        clock.leap(Duration.ofMinutes(15).minusMillis(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
        clock.leap(Duration.ofMillis(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
        assertThat(gate.book.bans()).isEmpty();
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void failuresCountWithinTheWindowOnly() {
        fail(SOMEBODY, 1);
        clock.leap(Duration.ofMinutes(5));
        fail(SOMEBODY, 1);
        clock.leap(Duration.ofMinutes(5));
        fail(SOMEBODY, 1);
        assertThat(gate.book.bans()).isEmpty();

        fail(SOMEBODY, 1);
        assertThat(gate.book.bans()).hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void eachFurtherBanIsTwiceAsLongUpToADay() {
        for (int minutes : List.of(15, 30, 60, 120, 240, 480, 960, 1440, 1440)) {
            fail(SOMEBODY, 3);
            assertThat(gate.book.bans())
                    .singleElement()
                    .satisfies(ban -> assertThat(Duration.between(ban.since(), ban.until()))
                            .isEqualTo(Duration.ofMinutes(minutes)));
            clock.leap(Duration.ofMinutes(minutes));
        }
        clock.leap(Duration.ofDays(1).plusMillis(1));
        fail(SOMEBODY, 3);
        assertThat(gate.book.bans())
                .singleElement()
                .satisfies(ban -> assertThat(ban.times()).isEqualTo(1));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void oneIpv6AddressIsBannedAloneAndSeveralAsTheirNetwork() {
        fail(RateLimiterFixture.address("2001:db8::1"), 3);
        assertThat(request(RateLimiterFixture.address("2001:db8::1"))).isInstanceOf(Banned.class);
        assertThat(request(RateLimiterFixture.address("2001:db8::2"))).isInstanceOf(Allowed.class);

        IntStream.range(0, 3).forEach(i -> fail(RateLimiterFixture.address("2001:db8:5::" + i), 1));
        assertThat(request(RateLimiterFixture.address("2001:db8:5::77"))).isInstanceOf(Banned.class);
        assertThat(gate.book.bans())
                .extracting(ban -> ban.network().toString())
                .containsExactly("2001:db8:5::/64", "2001:db8::1");
    }

    @Test
    @Covers({"ADM-25", "ADM-26"})
    void bansAndTrustedNetworksSurviveARestart() {
        fail(SOMEBODY, 3);
        gate.book.trust(IpNetwork.parse("192.0.2.0/24").orElseThrow(), Optional.of("office"));
        gate.close();
        gate = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy());

        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
        assertThat(request(RateLimiterFixture.address("192.0.2.3"))).isEqualTo(new Allowed(java.util.Optional.empty()));

        assertThat(gate.book.unban(IpNetwork.parse("203.0.113.7").orElseThrow()))
                .isTrue();
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers("ADM-26")
    void trustingANetworkAgainKeepsItsNoteUnlessAnotherOneIsGiven() {
        IpNetwork office = IpNetwork.parse("192.0.2.0/24").orElseThrow();
        gate.book.trust(office, Optional.of("office"));
        assertThat(gate.book.trust(office, Optional.empty()).note()).isEqualTo("office");
        assertThat(gate.book.trust(office, Optional.of("new office")).note()).isEqualTo("new office");
        assertThat(gate.book.trust(office, Optional.of("")).note()).isEmpty();
    }

    @Test
    @Covers("ADM-26")
    void anEarlierBanEndsWhenItsNetworkIsTrusted() {
        fail(SOMEBODY, 3);
        gate.book.trust(IpNetwork.parse("203.0.113.7").orElseThrow(), Optional.empty());
        assertThat(request(SOMEBODY)).isInstanceOf(Allowed.class);
        assertThat(gate.doorkeeper.bannedUntil(SOMEBODY)).isEmpty();

        gate.book.distrustAll();
        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
    }

    @Test
    @Covers("SEC-04")
    void aNewRateStartsWithAFullBucket() {
        IntStream.range(0, 6).forEach(i -> request(SOMEBODY));
        Policy before = RateLimiterFixture.policy();
        gate.doorkeeper.change(new Policy(
                before.trusted(),
                Rate.of("http_per_ip_baseline", 6000, 50),
                before.perAccount(),
                before.processorTime(),
                before.failures(),
                before.window(),
                before.firstBan(),
                before.accountFailures(),
                before.known()));

        assertThat(IntStream.range(0, 51).filter(i -> request(SOMEBODY) instanceof Allowed))
                .hasSize(50);
    }

    @Test
    @Covers("SEC-04")
    void concurrentRequestsDoNotExceedTheBurst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Long> many = () -> IntStream.range(0, 200)
                    .filter(i -> request(SOMEBODY) instanceof Allowed)
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
