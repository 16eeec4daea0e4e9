package svc.ratelimit.bans;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Decision;
import svc.api.ratelimit.RateLimiter.TooManyFailures;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

/** Failed sign-ins to an account from many networks, and the networks that an account knows. */
final class SignInBudgetTest {

    private static final InetAddress HOME = RateLimiterFixture.address("203.0.113.7");
    private static final long ANN = 7;
    private static final int BUDGET = 5;

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private RateLimiterFixture fixture;
    private long secrets;

    @BeforeEach
    void open() {
        Policy usual = RateLimiterFixture.policy("198.51.100.0/24");
        fixture = new RateLimiterFixture(
                directory,
                clock,
                new Policy(
                        usual.trusted(),
                        usual.perAddress(),
                        usual.perAccount(),
                        usual.processorTime(),
                        usual.failures(),
                        usual.window(),
                        usual.firstBan(),
                        BUDGET,
                        Duration.ofDays(7)));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Attempt attempt(InetAddress address, long account) {
        return new Attempt(address, "http", account, ++secrets, false);
    }

    private Decision verdict(InetAddress address, long account) {
        return fixture.limiter.checkSignIn(attempt(address, account));
    }

    private void fail(InetAddress address, long account) {
        fixture.limiter.recordFailedSignIn(attempt(address, account));
    }

    private void succeed(InetAddress address, long account) {
        fixture.limiter.recordSuccessfulSignIn(attempt(address, account));
    }

    private static InetAddress elsewhere(int i) {
        return RateLimiterFixture.address("192.0.2." + i);
    }

    @Test
    @Covers(value = "SEC-05", part = "guessing from many networks", open = "IMAP and DAV")
    void afterManyFailuresOnlyTheNetworksThatTheAccountKnowsMaySignIn() {
        for (long account : List.of(ANN, -42L)) {
            succeed(HOME, account);
            for (int i = 0; i < BUDGET; i++) {
                assertThat(verdict(elsewhere(i), account)).isInstanceOf(Allowed.class);
                fail(elsewhere(i), account);
                clock.leap(Duration.ofMinutes(1));
            }
            assertThat(verdict(elsewhere(99), account))
                    .isEqualTo(
                            new TooManyFailures("account_failures_per_hour", BUDGET, Duration.ofMinutes(60 - BUDGET)));
        }
        assertThat(verdict(HOME, ANN)).isInstanceOf(Allowed.class);
        assertThat(verdict(RateLimiterFixture.address("198.51.100.1"), ANN))
                .as("trusted")
                .isInstanceOf(Allowed.class);
        assertThat(verdict(HOME, -42)).as("no account knows any network").isInstanceOf(TooManyFailures.class);
        assertThat(verdict(elsewhere(99), 8)).as("another account").isInstanceOf(Allowed.class);
        clock.leap(Duration.ofHours(1));
        assertThat(verdict(elsewhere(99), ANN)).isInstanceOf(Allowed.class);
    }

    @Test
    void failuresFromAKnownNetworkDoNotUseTheBudgetUp() {
        succeed(HOME, ANN);
        for (int i = 0; i < 2 * BUDGET; i++) {
            fail(HOME, ANN);
            succeed(HOME, ANN);
        }
        assertThat(verdict(elsewhere(1), ANN)).isInstanceOf(Allowed.class);
    }

    @Test
    void aNetworkIsKnownForSomeDaysAlsoAfterARestart() {
        assertThat(fixture.limiter.isKnownNetwork(ANN, HOME)).isFalse();
        succeed(HOME, ANN);
        InetAddress ipv6 = RateLimiterFixture.address("2001:db8:1:2::1");
        fixture.limiter.recordContinuedSignIn(ANN, ipv6);
        fixture.close();
        open();

        assertThat(fixture.limiter.isKnownNetwork(ANN, HOME)).isTrue();
        assertThat(fixture.limiter.isKnownNetwork(ANN, RateLimiterFixture.address("2001:db8:1:2::ffff")))
                .isTrue();
        assertThat(fixture.limiter.isKnownNetwork(ANN, RateLimiterFixture.address("2001:db8:1:3::1")))
                .isFalse();
        assertThat(fixture.limiter.isKnownNetwork(8, HOME)).isFalse();
        clock.leap(Duration.ofDays(6));
        succeed(HOME, ANN);
        clock.leap(Duration.ofDays(1));
        assertThat(fixture.limiter.isKnownNetwork(ANN, HOME)).isTrue();
        assertThat(fixture.limiter.isKnownNetwork(ANN, ipv6)).isFalse();
    }

    @Test
    void anAccountKnowsSoManyNetworksAndAnErasedOneNone() {
        long ann = fixture.store.write(Scope.system(), tx -> tx.createAccount("t1", "ann@example.org"));
        long ben = fixture.store.write(Scope.system(), tx -> tx.createAccount("t1", "ben@example.org"));
        for (int i = 0; i <= KnownNetworks.MOST; i++) {
            succeed(elsewhere(i), ann);
            clock.leap(Duration.ofSeconds(1));
        }
        succeed(HOME, ben);
        assertThat(fixture.limiter.isKnownNetwork(ann, elsewhere(0)))
                .as("the oldest")
                .isFalse();
        assertThat(IntStream.rangeClosed(1, KnownNetworks.MOST))
                .allMatch(i -> fixture.limiter.isKnownNetwork(ann, elsewhere(i)));

        fixture.store.write(Scope.account(new ScopeKey(), ann), tx -> {
            new KnownNetworks(fixture.store, clock).finish(tx);
            return true;
        });
        assertThat(fixture.limiter.isKnownNetwork(ann, elsewhere(1))).isFalse();
        assertThat(fixture.limiter.isKnownNetwork(ben, HOME)).isTrue();
    }

    @Test
    @Covers(value = "SEC-05", part = "wider networks of IPv6", open = "IMAP and DAV")
    void severalBannedNetworksOfIpv6BanTheOneAroundThem() {
        for (int i = 0; i < 4; i++) {
            assertThat(verdict(RateLimiterFixture.address("2001:db8:1:ff::1"), ANN))
                    .isInstanceOf(Allowed.class);
            ban("2001:db8:1:" + i + "::1");
            clock.leap(Duration.ofMinutes(4));
        }
        assertThat(verdict(RateLimiterFixture.address("2001:db8:1:ff::1"), ANN))
                .as("the same /56")
                .isInstanceOf(Banned.class);
        assertThat(verdict(RateLimiterFixture.address("2001:db8:1:100::1"), ANN))
                .as("the next /56")
                .isInstanceOf(Allowed.class);
        for (int i = 1; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                ban("2001:db8:1:" + i + "0" + j + "::1");
            }
        }
        assertThat(verdict(RateLimiterFixture.address("2001:db8:1:ffff::1"), ANN))
                .as("the same /48")
                .isInstanceOf(Banned.class);
        assertThat(verdict(RateLimiterFixture.address("2001:db8:2::1"), ANN))
                .as("the next /48")
                .isInstanceOf(Allowed.class);
    }

    private void ban(String address) {
        IntStream.range(0, 3).forEach(i -> fail(RateLimiterFixture.address(address), secrets));
    }

    @Test
    @Covers(value = "SEC-05", part = "wider networks of IPv6", open = "IMAP and DAV")
    void failuresSpreadOverManyNetworksOfIpv6CountTogether() {
        for (int i = 0; i < 6; i++) {
            fail(RateLimiterFixture.address("2001:db8:1:" + i + "::1"), 100 + i);
            fail(RateLimiterFixture.address("2001:db8:1:" + i + "::1"), 200 + i);
        }
        assertThat(fixture.banStore.bans())
                .extracting(ban -> ban.network().toString())
                .containsExactly("2001:db8:1::/56");
    }
}
