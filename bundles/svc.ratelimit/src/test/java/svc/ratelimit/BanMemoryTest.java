package svc.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.ratelimit.RateLimiter.Allowed;
import svc.api.ratelimit.RateLimiter.Attempt;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.store.Scope;
import svc.ratelimit.bans.BanRows;
import svc.ratelimit.bans.BanStore;
import svc.ratelimit.bans.RateLimiterFixture;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

/** The memory for bans is bounded, however many addresses are banned. */
final class BanMemoryTest {

    private static final InetAddress REPEATED = RateLimiterFixture.address("203.0.113.7");

    @TempDir
    private Path directory;

    private final ManualClock clock = new ManualClock();
    private long secrets;

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void sixHundredBannedAddressesUseBoundedMemory() {
        attack(600, 160);
    }

    @Test
    @Tag("soak")
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void aMillionBannedAddressesUseBoundedMemory() {
        attack(1_000_000, BanStore.MOST);
    }

    /** Fails sign-ins from the given number of addresses. Asserts that the latest bans and the longest one are kept. */
    private void attack(int addresses, int most) {
        try (RateLimiterFixture fixture = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy(), most)) {
            fail(fixture, REPEATED);
            clock.leap(Duration.ofMinutes(15));
            fail(fixture, REPEATED);
            Instant end = clock.now().plus(Duration.ofMinutes(30));
            for (int i = 0; i < addresses; i++) {
                clock.leap(Duration.ofMillis(i % 10 == 0 ? 1 : 0));
                fail(fixture, numbered(i));
                if (i % 1_000 == 0) {
                    assertThat(fixture.banStore.outside().size()).isLessThanOrEqualTo(most);
                }
            }
            assertThat(fixture.banStore.outside().size()).isBetween(most * 15 / 16, most);
            assertThat(fixture.store
                            .read(Scope.system(), snapshot -> BanRows.bans(snapshot.sql()))
                            .size())
                    .isEqualTo(fixture.banStore.outside().size());
            assertThat(fixture.limiter.checkAddress(numbered(addresses - 1))).isInstanceOf(Banned.class);
            assertThat(fixture.limiter.checkAddress(numbered(addresses - most * 3 / 4)))
                    .isInstanceOf(Banned.class);
            assertThat(fixture.limiter.checkAddress(REPEATED))
                    .as("for a second time, and longer")
                    .isEqualTo(new Banned(end));
            assertThat(fixture.limiter.checkAddress(numbered(0))).isInstanceOf(Allowed.class);
        }
    }

    private void fail(RateLimiterFixture fixture, InetAddress address) {
        IntStream.range(0, 3)
                .forEach(i -> fixture.limiter.recordFailedSignIn(new Attempt(address, "http", 1, ++secrets, false)));
    }

    private static InetAddress numbered(int i) {
        return RateLimiterFixture.address("10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255));
    }
}
