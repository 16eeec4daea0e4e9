package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Rejected;
import svc.api.ratelimit.RateLimiter;
import svc.auth.AuthSettings;
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.storage.AuthFixture;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** Which requests count for the rate limit of an account, and when. */
class AccountRateLimitTest {

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private final Strict guard = new Strict();
    private AuthFixture fixture;
    private Account ann;

    /** Allows each account until {@code over} is set, and records the failures. */
    private static final class Strict implements RateLimiter {
        private final List<Long> asked = new ArrayList<>();
        private final List<String> failed = new ArrayList<>();
        private boolean over;
        private Optional<Instant> ban = Optional.empty();

        @Override
        public Decision checkAddress(InetAddress address) {
            return new Allowed(Optional.empty());
        }

        @Override
        public Decision checkAccount(long account, InetAddress address) {
            asked.add(account);
            return over
                    ? new Limited(new Quota("http_per_account_baseline", 3, 0, 60), Duration.ofSeconds(20))
                    : new Allowed(Optional.empty());
        }

        @Override
        public Optional<Instant> bannedUntil(InetAddress address) {
            return ban;
        }

        @Override
        public void recordProcessorTime(long account, InetAddress address, Duration processorTime) {
            throw new UnsupportedOperationException("Nothing here measures");
        }

        @Override
        public Decision checkAddressWithCredential(InetAddress address) {
            return new Allowed(Optional.empty());
        }

        @Override
        public Decision checkSignIn(Attempt attempt) {
            return ban.<Decision>map(Banned::new).orElseGet(() -> new Allowed(Optional.empty()));
        }

        @Override
        public void recordFailedSignIn(Attempt attempt) {
            failed.add(attempt.address().getHostAddress() + " " + attempt.protocol());
        }

        @Override
        public void recordContinuedSignIn(long account, InetAddress address) {
            failed.clear();
        }

        @Override
        public boolean isKnownNetwork(long account, InetAddress address) {
            return true;
        }

        @Override
        public void recordSuccessfulSignIn(Attempt attempt) {
            failed.clear();
        }
    }

    @BeforeEach
    void open() {
        fixture = new AuthFixture(
                directory, clock, new AuthSettings(false, AuthSettings.Resource.OFF, AuthSettings.Basic.ALL), guard);
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @Covers("SEC-04")
    void aKnownCallerIsCountedOncePerRequest() {
        String token = fixture.token("ann@example.org");
        assertThat(fixture.admits(token)).isTrue();
        assertThat(guard.asked).containsExactly(ann.n());
        assertThat(fixture.admits("garbage")).isFalse();
        assertThat(guard.asked).hasSize(1);
        guard.over = true;
        assertThat(fixture.present("Bearer " + token)).isInstanceOfSatisfying(Rejected.class, refused -> {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers()).containsEntry("Retry-After", "20");
            assertThat(refused.problem()).containsEntry("limit", "http_per_account_baseline");
        });
        assertThat(fixture.refresh.with(AuthFixture.presented("Bearer " + token)))
                .isInstanceOfSatisfying(
                        NotSignedIn.class,
                        not -> assertThat(not.problem().status()).isEqualTo(429));
        guard.over = false;
        assertThat(fixture.refresh.with(AuthFixture.presented("Bearer " + token)))
                .as("a refusal leaves the token as it is")
                .isInstanceOf(SignedIn.class);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP and DAV")
    void aWrongPasswordCountsWhereverItIsPresentedAndABadTokenNever() {
        String wrong = Base64.getEncoder().encodeToString("ann@example.org:wrong".getBytes(StandardCharsets.UTF_8));
        fixture.entrance.enter(AuthFixture.presented("Basic " + wrong));
        fixture.entrance.enterWithProof(AuthFixture.presented("Basic " + wrong));
        assertThat(guard.failed).containsExactly("192.0.2.7 http", "192.0.2.7 http");
        fixture.signIn.in("ann@example.org", "wrong", AuthFixture.CLIENT, Optional.empty());
        assertThat(guard.failed).hasSize(3);
        fixture.login("ann@example.org", AuthFixture.PASSWORD);
        assertThat(guard.failed).as("the guard hears of the success").isEmpty();
        fixture.entrance.enter(AuthFixture.presented("Bearer garbage"));
        fixture.entrance.enter(AuthFixture.presented("Nonsense"));
        assertThat(guard.failed).isEmpty();
    }

    @Test
    @Covers(
            value = "SEC-05",
            part = "a ban stops sign-ins and requests without a valid credential; valid tokens, bound sessions and"
                    + " remembered Basic credentials go on",
            open = "IMAP and DAV")
    void aBanRejectsInvalidCredentials() {
        String token = fixture.token("ann@example.org");
        String right = basic(AuthFixture.PASSWORD);
        assertThat(fixture.present(right)).isInstanceOf(Authenticated.class);
        guard.ban = Optional.of(Instant.EPOCH);

        assertThat(fixture.admits(token)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(fixture.present(right)).isInstanceOf(Authenticated.class);
            clock.move(Duration.ofMinutes(4));
        }
        for (String refused : List.of("Bearer garbage", "Nonsense", basic("wrong"))) {
            assertThat(fixture.present(refused)).as(refused).isInstanceOfSatisfying(Rejected.class, ban -> {
                assertThat(ban.status()).isEqualTo(403);
                assertThat(ban.problem()).containsEntry("error", "banned");
            });
        }
        assertThat(fixture.login("ann@example.org", AuthFixture.PASSWORD))
                .isInstanceOfSatisfying(
                        NotSignedIn.class,
                        not -> assertThat(not.problem().status()).isEqualTo(403));
        assertThat(fixture.refresh.with(AuthFixture.presented("Bearer " + token)))
                .isInstanceOf(SignedIn.class);
        fixture.password(ann, "another password");
        assertThat(fixture.present(right))
                .as("a change of the account ends the memory")
                .isInstanceOf(Rejected.class);
    }

    private static String basic(String password) {
        return "Basic "
                + Base64.getEncoder().encodeToString(("ann@example.org:" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Covers(value = "AUTH-10", part = "app passwords as bearer tokens are counted as Basic")
    void aBearerTokenInTheFormOfAnAppPasswordIsCountedLikeAPassword() {
        assertThat(fixture.admits("a".repeat(32))).isFalse();
        assertThat(guard.failed).containsExactly("192.0.2.7 http");
        assertThat(fixture.admits(fixture.appPassword(ann))).isTrue();
        assertThat(guard.asked).containsExactly(ann.n());
    }
}
