package svc.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
import svc.ratelimit.bans.RateLimiterFixture;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

/** Bans after failed sign-ins, and trusted networks. */
final class BanTest {

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
    @Covers(
            value = "SEC-05",
            part = "a ban stops sign-ins and requests without a valid credential; valid tokens, bound sessions and"
                    + " remembered Basic credentials go on",
            open = "IMAP and DAV")
    void aBanStopsSignInsAndLetsRequestsWithACredentialThroughToItsCheck() {
        fixture.fail(CLIENT, 3);

        assertThat(request(CLIENT)).isInstanceOf(Banned.class);
        assertThat(fixture.limiter.checkSignIn(fixture.attempt(CLIENT, 7, false)))
                .isInstanceOf(Banned.class);
        assertThat(fixture.limiter.checkAddressWithCredential(CLIENT)).isInstanceOf(Allowed.class);
        IntStream.range(0, 4).forEach(i -> fixture.limiter.checkAddressWithCredential(CLIENT));
        assertThat(fixture.limiter.checkAddressWithCredential(CLIENT)).isInstanceOf(Limited.class);
    }

    private static Attempt attempt(String protocol, long account, long secret) {
        return new Attempt(CLIENT, protocol, account, secret, false);
    }

    @Test
    @Covers(value = "SEC-05", part = "sign-ins of mail clients", open = "IMAP and DAV")
    void aBanDoesNotStopMailClientsInAKnownNetworkOfTheirAccount() {
        fixture.limiter.recordSuccessfulSignIn(attempt("submission", 7, 1));
        fixture.fail(CLIENT, 3);
        assertThat(fixture.limiter.checkSignIn(attempt("submission", 7, 2))).isInstanceOf(Allowed.class);
        assertThat(fixture.limiter.checkSignIn(attempt("submission", 8, 2))).isInstanceOf(Banned.class);
        assertThat(fixture.limiter.checkSignIn(attempt("http", 7, 2))).isInstanceOf(Banned.class);

        clock.leap(Duration.ofDays(9));
        fixture.fail(CLIENT, 3);
        assertThat(fixture.limiter.checkSignIn(attempt("submission", 7, 2))).isInstanceOf(Banned.class);
    }

    @Test
    @Covers(value = "SEC-05", part = "port 25", open = "IMAP and DAV")
    void returnsTheBansThatFailuresOverOneProtocolCaused() {
        fixture.fail(CLIENT, 3);
        assertThat(fixture.limiter.bannedUntil(CLIENT, "http")).isEqualTo(fixture.limiter.bannedUntil(CLIENT));
        assertThat(fixture.limiter.bannedUntil(CLIENT, "smtp")).isEmpty();

        clock.leap(Duration.ofMinutes(16));
        IntStream.range(10, 13).forEach(i -> fixture.limiter.recordFailedSignIn(attempt("smtp", -1, i)));
        assertThat(fixture.limiter.bannedUntil(CLIENT, "smtp")).isPresent();
        assertThat(fixture.limiter.bannedUntil(CLIENT, "http")).isEmpty();
        assertThat(fixture.limiter.bannedUntil(OTHER_CLIENT, "smtp")).isEmpty();
    }

    @Test
    @Covers(value = "SEC-05", part = "port 25", open = "IMAP and DAV")
    void bansAnAddressAfterRepeatedAbuseOfOneProtocol() {
        fixture.fail(CLIENT, 2);
        fixture.limiter.recordAbuse(CLIENT, "other");
        IntStream.range(0, 2).forEach(i -> fixture.limiter.recordAbuse(CLIENT, "smtp"));
        assertThat(fixture.banStore.bans()).as("each kind is counted apart").isEmpty();

        fixture.limiter.recordAbuse(CLIENT, "smtp");
        assertThat(fixture.banStore.bans()).singleElement().satisfies(ban -> {
            assertThat(ban.reason()).isEqualTo("abuse over smtp");
            assertThat(ban.failures()).isEqualTo(3);
        });
        assertThat(fixture.limiter.bannedUntil(CLIENT, "smtp")).isPresent();
        assertThat(fixture.limiter.bannedUntil(CLIENT, "other")).isEmpty();
        assertThat(fixture.limiter.bannedUntil(OTHER_CLIENT, "smtp")).isEmpty();
    }

    @Test
    void abuseExpiresAndDoesNotCountForTrustedAddresses() {
        IntStream.range(0, 2).forEach(i -> fixture.limiter.recordAbuse(CLIENT, "smtp"));
        clock.leap(Duration.ofMinutes(11));
        fixture.limiter.recordAbuse(CLIENT, "smtp");
        IntStream.range(0, 100)
                .forEach(i -> fixture.limiter.recordAbuse(RateLimiterFixture.address("198.51.100.9"), "smtp"));
        assertThat(fixture.banStore.bans()).isEmpty();
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void theSameWrongSecretCountsOnce() {
        Attempt old = fixture.attempt(CLIENT, 1, false);
        IntStream.range(0, 50).forEach(i -> fixture.limiter.recordFailedSignIn(old));
        fixture.fail(CLIENT, 1);
        assertThat(fixture.banStore.bans()).isEmpty();
        fixture.fail(CLIENT, 1);
        assertThat(fixture.banStore.bans()).hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void aSuccessResetsTheFailuresOfItsAccountOnly() {
        for (int i = 0; i < 20; i++) {
            fixture.fail(CLIENT, 2);
            fixture.limiter.recordSuccessfulSignIn(fixture.attempt(CLIENT, 1, false));
        }
        assertThat(fixture.banStore.bans()).isEmpty();

        fixture.fail(CLIENT, 2);
        fixture.limiter.recordSuccessfulSignIn(fixture.attempt(CLIENT, 2, false));
        fixture.fail(CLIENT, 1);
        assertThat(fixture.banStore.bans())
                .as("an own account does not help against others")
                .hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void failuresOfForeignPagesBanNoAddressAndStopOnlySuchPages() {
        for (int i = 0; i < 3; i++) {
            Attempt attempt = fixture.attempt(CLIENT, i, true);
            assertThat(fixture.limiter.checkSignIn(attempt)).isInstanceOf(Allowed.class);
            fixture.limiter.recordFailedSignIn(attempt);
        }

        assertThat(fixture.banStore.bans()).isEmpty();
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
        assertThat(fixture.limiter.checkSignIn(fixture.attempt(CLIENT, 9, false)))
                .isInstanceOf(Allowed.class);
        assertThat(fixture.limiter.checkSignIn(fixture.attempt(CLIENT, 9, true)))
                .isEqualTo(new Banned(clock.now().plus(Duration.ofMinutes(10))));
        assertThat(fixture.limiter.checkSignIn(fixture.attempt(OTHER_CLIENT, 9, true)))
                .isInstanceOf(Allowed.class);
        clock.leap(Duration.ofMinutes(10));
        assertThat(fixture.limiter.checkSignIn(fixture.attempt(CLIENT, 9, true)))
                .isInstanceOf(Allowed.class);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void failedSignInsBanAndTheBanEnds() {
        fixture.fail(CLIENT, 2);
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
        fixture.fail(CLIENT, 1);

        assertThat(request(CLIENT)).isEqualTo(new Banned(clock.now().plus(Duration.ofMinutes(15))));
        assertThat(fixture.limiter.bannedUntil(CLIENT)).isPresent();
        assertThat(request(OTHER_CLIENT)).isInstanceOf(Allowed.class);

        clock.leap(Duration.ofMinutes(15).minusMillis(1));
        assertThat(request(CLIENT)).isInstanceOf(Banned.class);
        clock.leap(Duration.ofMillis(1));
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
        assertThat(fixture.banStore.bans()).isEmpty();
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void failuresCountWithinTheWindowOnly() {
        fixture.fail(CLIENT, 1);
        clock.leap(Duration.ofMinutes(5));
        fixture.fail(CLIENT, 1);
        clock.leap(Duration.ofMinutes(5));
        fixture.fail(CLIENT, 1);
        assertThat(fixture.banStore.bans()).isEmpty();

        fixture.fail(CLIENT, 1);
        assertThat(fixture.banStore.bans()).hasSize(1);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void eachFurtherBanIsTwiceAsLongUpToADay() {
        for (int minutes : List.of(15, 30, 60, 120, 240, 480, 960, 1440, 1440)) {
            fixture.fail(CLIENT, 3);
            assertThat(fixture.banStore.bans())
                    .singleElement()
                    .satisfies(ban -> assertThat(Duration.between(ban.since(), ban.until()))
                            .isEqualTo(Duration.ofMinutes(minutes)));
            clock.leap(Duration.ofMinutes(minutes));
        }
        clock.leap(Duration.ofDays(1).plusMillis(1));
        fixture.fail(CLIENT, 3);
        assertThat(fixture.banStore.bans())
                .singleElement()
                .satisfies(ban -> assertThat(ban.times()).isEqualTo(1));
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void oneIpv6AddressIsBannedAloneAndSeveralAsTheirNetwork() {
        fixture.fail(RateLimiterFixture.address("2001:db8::1"), 3);
        assertThat(request(RateLimiterFixture.address("2001:db8::1"))).isInstanceOf(Banned.class);
        assertThat(request(RateLimiterFixture.address("2001:db8::2"))).isInstanceOf(Allowed.class);

        IntStream.range(0, 3).forEach(i -> fixture.fail(RateLimiterFixture.address("2001:db8:5::" + i), 1));
        assertThat(request(RateLimiterFixture.address("2001:db8:5::77"))).isInstanceOf(Banned.class);
        assertThat(fixture.banStore.bans())
                .extracting(ban -> ban.network().toString())
                .containsExactly("2001:db8:5::/64", "2001:db8::1");
    }

    @Test
    @Covers({"ADM-25", "ADM-26"})
    void bansAndTrustedNetworksSurviveARestart() {
        fixture.fail(CLIENT, 3);
        fixture.banStore.trust(IpNetwork.parse("192.0.2.0/24").orElseThrow(), Optional.of("office"));
        fixture.close();
        fixture = new RateLimiterFixture(directory, clock, RateLimiterFixture.policy());

        assertThat(request(CLIENT)).isInstanceOf(Banned.class);
        assertThat(request(RateLimiterFixture.address("192.0.2.3"))).isEqualTo(new Allowed(java.util.Optional.empty()));

        assertThat(fixture.banStore.unban(IpNetwork.parse("203.0.113.7").orElseThrow()))
                .isTrue();
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
    }

    @Test
    @Covers("ADM-26")
    void trustingANetworkAgainKeepsItsNoteUnlessAnotherOneIsGiven() {
        IpNetwork office = IpNetwork.parse("192.0.2.0/24").orElseThrow();
        fixture.banStore.trust(office, Optional.of("office"));
        assertThat(fixture.banStore.trust(office, Optional.empty()).note()).isEqualTo("office");
        assertThat(fixture.banStore.trust(office, Optional.of("new office")).note())
                .isEqualTo("new office");
        assertThat(fixture.banStore.trust(office, Optional.of("")).note()).isEmpty();
    }

    @Test
    @Covers("ADM-26")
    void anEarlierBanEndsWhenItsNetworkIsTrusted() {
        fixture.fail(CLIENT, 3);
        fixture.banStore.trust(IpNetwork.parse("203.0.113.7").orElseThrow(), Optional.empty());
        assertThat(request(CLIENT)).isInstanceOf(Allowed.class);
        assertThat(fixture.limiter.bannedUntil(CLIENT)).isEmpty();

        fixture.banStore.distrustAll();
        assertThat(request(CLIENT)).isInstanceOf(Banned.class);
    }
}
