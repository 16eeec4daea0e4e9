package svc.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.guard.Guard.Banned;
import svc.api.guard.Guard.Quota;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Guard.Verdict;
import svc.api.guard.Guard.Welcome;
import svc.api.guard.Network;
import svc.testkit.Covers;
import svc.testkit.StillClock;

/** Who may come in, and how often. */
final class DoorkeeperTest {

    private static final InetAddress SOMEBODY = Gate.address("203.0.113.7");
    private static final InetAddress NEIGHBOUR = Gate.address("203.0.113.8");

    @TempDir
    private Path directory;

    private final StillClock clock = new StillClock();
    private Gate gate;

    @BeforeEach
    void open() {
        gate = new Gate(directory, clock, Gate.policy("198.51.100.0/24"));
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private Verdict request(InetAddress address) {
        return gate.doorkeeper.request(address);
    }

    private void fail(InetAddress address, int times) {
        IntStream.range(0, times).forEach(i -> gate.doorkeeper.signInFailed(address, "http"));
    }

    @Test
    @Covers("SEC-04")
    void aBurstGoesThroughAndThenOneARound() {
        for (int left = 4; left >= 0; left--) {
            assertThat(request(SOMEBODY))
                    .isEqualTo(
                            new Welcome(java.util.Optional.of(new Quota("http_per_ip_baseline", 60, left, 5 - left))));
        }
        assertThat(request(SOMEBODY))
                .isEqualTo(new TooOften(new Quota("http_per_ip_baseline", 60, 0, 5), Duration.ofSeconds(1)));
        assertThat(request(NEIGHBOUR)).isInstanceOf(Welcome.class);

        clock.leap(Duration.ofNanos(999_999_999));
        assertThat(request(SOMEBODY)).isInstanceOf(TooOften.class);
        clock.leap(Duration.ofNanos(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Welcome.class);
        assertThat(request(SOMEBODY)).isInstanceOf(TooOften.class);
    }

    @Test
    @Covers("SEC-04")
    void whoIsRefusedDoesNotPayForIt() {
        IntStream.range(0, 100).forEach(i -> request(SOMEBODY));
        clock.leap(Duration.ofSeconds(5));

        assertThat(IntStream.range(0, 6).mapToObj(i -> request(SOMEBODY)).filter(Welcome.class::isInstance))
                .hasSize(5);
    }

    @Test
    @Covers("SEC-04")
    void anAccountHasItsOwnLimitWhereverItComesFrom() {
        IntStream.range(0, 3).forEach(i -> gate.doorkeeper.request(42, Gate.address("192.0.2." + i)));

        assertThat(gate.doorkeeper.request(42, SOMEBODY)).isInstanceOfSatisfying(TooOften.class, slow -> {
            assertThat(slow.quota().limit()).isEqualTo("http_per_account_baseline");
            assertThat(slow.retryAfter()).isEqualTo(Duration.ofSeconds(2));
        });
        assertThat(gate.doorkeeper.request(43, SOMEBODY)).isInstanceOf(Welcome.class);
    }

    @Test
    @Covers("SEC-04")
    void allAddressesOfAnIpv6NetworkShareABucket() {
        IntStream.range(0, 5).forEach(i -> request(Gate.address("2001:db8:1:2::" + i)));

        assertThat(request(Gate.address("2001:db8:1:2:ffff::1"))).isInstanceOf(TooOften.class);
        assertThat(request(Gate.address("2001:db8:1:3::1"))).isInstanceOf(Welcome.class);
    }

    @Test
    @Covers({"SEC-01", "SEC-04"})
    void whoIsTrustedIsNeitherCountedNorBanned() {
        InetAddress trusted = Gate.address("198.51.100.9");
        fail(trusted, 100);

        for (int i = 0; i < 10_000; i++) {
            assertThat(request(trusted)).isEqualTo(new Welcome(java.util.Optional.empty()));
        }
        assertThat(gate.doorkeeper.request(1, trusted)).isEqualTo(new Welcome(java.util.Optional.empty()));
        assertThat(gate.book.bans()).isEmpty();
        assertThat(request(Gate.address("198.51.101.1"))).isNotEqualTo(new Welcome(java.util.Optional.empty()));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void failedSignInsBanAndTheBanEnds() {
        fail(SOMEBODY, 2);
        assertThat(request(SOMEBODY)).isInstanceOf(Welcome.class);
        fail(SOMEBODY, 1);

        assertThat(request(SOMEBODY)).isEqualTo(new Banned(clock.now().plus(Duration.ofMinutes(15))));
        assertThat(gate.doorkeeper.bannedUntil(SOMEBODY)).isPresent();
        assertThat(request(NEIGHBOUR)).isInstanceOf(Welcome.class);

        clock.leap(Duration.ofMinutes(15).minusMillis(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
        clock.leap(Duration.ofMillis(1));
        assertThat(request(SOMEBODY)).isInstanceOf(Welcome.class);
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
    void someHundredBannedAddressesAreABoundedMemory() {
        attack(600, 160);
    }

    @Test
    @Tag("soak")
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void aMillionBannedAddressesAreABoundedMemory() {
        attack(1_000_000, GuardBook.MOST);
    }

    /** From so many addresses; those that were banned last, and the one that is banned longest, stay outside. */
    private void attack(int addresses, int most) {
        gate.close();
        gate = new Gate(directory, clock, Gate.policy(), most);
        fail(SOMEBODY, 3);
        clock.leap(Duration.ofMinutes(15));
        fail(SOMEBODY, 3);
        Instant end = clock.now().plus(Duration.ofMinutes(30));
        long began = System.nanoTime();
        for (int i = 0; i < addresses; i++) {
            clock.leap(Duration.ofMillis(i % 10 == 0 ? 1 : 0));
            fail(numbered(i), 3);
            if (i % 1_000 == 0) {
                assertThat(gate.book.outside().size()).isLessThanOrEqualTo(most);
            }
        }
        System.out.printf(
                "%d addresses were banned, each in %d µs%n",
                addresses, (System.nanoTime() - began) / 1_000 / addresses);
        assertThat(gate.book.outside().size()).isBetween(most * 15 / 16, most);
        assertThat(rows()).isEqualTo(gate.book.outside().size());
        assertThat(request(numbered(addresses - 1))).isInstanceOf(Banned.class);
        assertThat(request(numbered(addresses - most * 3 / 4))).isInstanceOf(Banned.class);
        assertThat(request(SOMEBODY)).as("for a second time, and longer").isEqualTo(new Banned(end));
        assertThat(request(numbered(0))).isInstanceOf(Welcome.class);
    }

    private static InetAddress numbered(int i) {
        return Gate.address("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255));
    }

    private int rows() {
        return gate.store
                .read(svc.api.store.Scope.system(), snapshot -> GuardRows.bans(snapshot.sql()))
                .size();
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void oneIpv6AddressIsBannedAloneAndSeveralAsTheirNetwork() {
        fail(Gate.address("2001:db8::1"), 3);
        assertThat(request(Gate.address("2001:db8::1"))).isInstanceOf(Banned.class);
        assertThat(request(Gate.address("2001:db8::2"))).isInstanceOf(Welcome.class);

        IntStream.range(0, 3).forEach(i -> fail(Gate.address("2001:db8:5::" + i), 1));
        assertThat(request(Gate.address("2001:db8:5::77"))).isInstanceOf(Banned.class);
        assertThat(gate.book.bans())
                .extracting(ban -> ban.network().toString())
                .containsExactly("2001:db8:5::/64", "2001:db8::1");
    }

    @Test
    @Covers({"ADM-25", "ADM-26"})
    void whatIsKeptSurvivesARestart() {
        fail(SOMEBODY, 3);
        gate.book.trust(Network.parse("192.0.2.0/24").orElseThrow(), "office");
        gate.close();
        gate = new Gate(directory, clock, Gate.policy());

        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
        assertThat(request(Gate.address("192.0.2.3"))).isEqualTo(new Welcome(java.util.Optional.empty()));

        assertThat(gate.book.unban(Network.parse("203.0.113.7").orElseThrow())).isTrue();
        assertThat(request(SOMEBODY)).isInstanceOf(Welcome.class);
    }

    @Test
    @Covers("ADM-26")
    void anEarlierBanDoesNotHoldForWhoIsTrustedSince() {
        fail(SOMEBODY, 3);
        gate.book.trust(Network.parse("203.0.113.7").orElseThrow(), "");
        assertThat(request(SOMEBODY)).isInstanceOf(Welcome.class);
        assertThat(gate.doorkeeper.bannedUntil(SOMEBODY)).isEmpty();

        gate.book.distrustAll();
        assertThat(request(SOMEBODY)).isInstanceOf(Banned.class);
    }

    @Test
    @Covers("SEC-04")
    void aNewRateBeginsAnew() {
        IntStream.range(0, 6).forEach(i -> request(SOMEBODY));
        Policy before = Gate.policy();
        gate.doorkeeper.change(new Policy(
                before.trusted(),
                Rate.of("http_per_ip_baseline", 6000, 50),
                before.perAccount(),
                before.failures(),
                before.window(),
                before.firstBan()));

        assertThat(IntStream.range(0, 51).filter(i -> request(SOMEBODY) instanceof Welcome))
                .hasSize(50);
    }

    @Test
    @Covers("SEC-04")
    void atOnceNobodyGetsMoreThanTheBurst() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Long> many = () -> IntStream.range(0, 200)
                    .filter(i -> request(SOMEBODY) instanceof Welcome)
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
