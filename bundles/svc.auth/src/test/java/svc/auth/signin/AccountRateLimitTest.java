package svc.auth;

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
import svc.api.guard.Guard;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Refused;
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.SignedIn;
import svc.testkit.Covers;
import svc.testkit.SetClock;

/** Who is counted, and when. */
class AccountLimitTest {

    @TempDir
    Path directory;

    private final Strict guard = new Strict();
    private House house;
    private Account ann;

    /** Lets each account ask until its time is over, and remembers what failed. */
    private static final class Strict implements Guard {
        private final List<Long> asked = new ArrayList<>();
        private final List<String> failed = new ArrayList<>();
        private boolean over;

        @Override
        public Verdict request(InetAddress address) {
            return new Welcome(Optional.empty());
        }

        @Override
        public Verdict request(long account, InetAddress address) {
            asked.add(account);
            return over
                    ? new TooOften(new Quota("http_per_account_baseline", 3, 0, 60), Duration.ofSeconds(20))
                    : new Welcome(Optional.empty());
        }

        @Override
        public Optional<Instant> bannedUntil(InetAddress address) {
            return Optional.empty();
        }

        @Override
        public void signInFailed(InetAddress address, String protocol) {
            failed.add(address.getHostAddress() + " " + protocol);
        }
    }

    @BeforeEach
    void open() {
        house = new House(directory, new SetClock(), new AuthRules(false, AuthRules.Resource.OFF, true), guard);
        house.organization("example.org");
        ann = house.account("ann@example.org");
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    @Covers("SEC-04")
    void whoIsKnownIsCountedOnceWhateverIsAsked() {
        String token = house.token("ann@example.org");
        assertThat(house.admits(token)).isTrue();
        assertThat(guard.asked).containsExactly(ann.n());
        assertThat(house.admits("garbage")).isFalse();
        assertThat(guard.asked).hasSize(1);
        guard.over = true;
        assertThat(house.present("Bearer " + token)).isInstanceOfSatisfying(Refused.class, refused -> {
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers()).containsEntry("Retry-After", "20");
            assertThat(refused.problem()).containsEntry("limit", "http_per_account_baseline");
        });
        assertThat(house.refresh.with(House.presented("Bearer " + token)))
                .isInstanceOfSatisfying(
                        NotSignedIn.class,
                        not -> assertThat(not.problem().status()).isEqualTo(429));
        guard.over = false;
        assertThat(house.refresh.with(House.presented("Bearer " + token)))
                .as("a refusal leaves the token as it is")
                .isInstanceOf(SignedIn.class);
    }

    @Test
    @Covers(value = "SEC-05", open = "IMAP, SMTP and DAV")
    void aWrongPasswordCountsWhereverItIsPresentedAndABadTokenNever() {
        String wrong = Base64.getEncoder().encodeToString("ann@example.org:wrong".getBytes(StandardCharsets.UTF_8));
        house.entrance.enter(House.presented("Basic " + wrong));
        house.entrance.enterWithProof(House.presented("Basic " + wrong));
        assertThat(guard.failed).containsExactly("192.0.2.7 http", "192.0.2.7 http");
        house.entrance.enter(House.presented("Bearer garbage"));
        house.entrance.enter(House.presented("Nonsense"));
        assertThat(guard.failed).hasSize(2);
    }
}
