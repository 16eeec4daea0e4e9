package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.operation.AuditRecorder;
import svc.auth.crypto.HashConcurrencyLimit;
import svc.auth.crypto.PasswordHasher;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.OperatorInput;
import svc.auth.tokens.TokenSweep;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.SettableWallClock;

class SignInTest {

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private AuthFixture fixture;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock);
        fixture.organization("example.org");
        ann = fixture.account("Ann@example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void theAddressMayBeWrittenInAnyCase() {
        assertThat(fixture.login("aNN@EXAMPLE.org", AuthFixture.PASSWORD))
                .isInstanceOfSatisfying(
                        SignedIn.class, in -> assertThat(in.account()).isEqualTo(ann));
    }

    @Test
    @Covers(value = "AUTH-01", part = "below HTTP")
    void allFailedSignInsGetTheSameResponse() {
        fixture.organization("example.com");
        Account bob = fixture.account("bob@example.org");
        fixture.disable(bob, true);
        NotSignedIn wrong = new NotSignedIn(AuthProblem.INVALID_CREDENTIALS);
        assertThat(fixture.login("ann@example.org", "correct hors")).isEqualTo(wrong);
        assertThat(fixture.login("nobody@example.org", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.login("ann@example.com", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.login("ann@nowhere.example", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.login("bob@example.org", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.login("no address", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.login("", "")).isEqualTo(wrong);
        fixture.suspend(ann.organization(), true);
        assertThat(fixture.login("ann@example.org", AuthFixture.PASSWORD)).isEqualTo(wrong);
        assertThat(fixture.count("token") + fixture.count("device_session")).isZero();
        fixture.suspend(ann.organization(), false);
        assertThat(fixture.login("ann@example.org", AuthFixture.PASSWORD)).isInstanceOf(SignedIn.class);
    }

    @Test
    void eachSignInIsADeviceOfItsOwn() {
        Caller first = fixture.caller(ann);
        Caller second = fixture.caller(ann);
        assertThat(first.device()).matches("d[0-9a-v]+").isNotEqualTo(second.device());
        assertThat(first.account()).isEqualTo(ann).isEqualTo(second.account());
        assertThat(first.credential()).isEqualTo(Caller.CredentialKind.SESSION);
        assertThat(first.address()).isEqualTo("192.0.2.7");
    }

    @Test
    void aHashOfAnEarlierDayIsMadeAnewAtTheNextSignIn() {
        String old = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        fixture.identities.write("take an old hash", tx -> {
            AccountRows.password(tx, ann.n(), old);
            return old;
        });
        assertThat(fixture.login("ann@example.org", "wrong")).isInstanceOf(NotSignedIn.class);
        assertThat(hash()).isEqualTo(old);
        assertThat(fixture.login("ann@example.org", "password")).isInstanceOf(SignedIn.class);
        assertThat(hash()).startsWith("$argon2id$v=19$m=64,t=1,p=1$");
        assertThat(fixture.passwords.compare("password", Optional.of(hash()), HashConcurrencyLimit.Place.HERE))
                .contains(Verdict.RIGHT);
        assertThat(fixture.login("ann@example.org", "password")).isInstanceOf(SignedIn.class);
    }

    private String hash() {
        return fixture.identities
                .read(snapshot -> AccountRows.find(snapshot.sql(), ann.n()))
                .orElseThrow()
                .password();
    }

    @Test
    void neitherTokenNorPasswordIsInTheFiles() throws Exception {
        String token = fixture.token("ann@example.org");
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(bytes).as(file.toString()).doesNotContain(token).doesNotContain(AuthFixture.PASSWORD);
            }
        }
        assertThat(List.of(
                        fixture.login("ann@example.org", AuthFixture.PASSWORD).toString(),
                        OperatorInput.account("ann@example.org", AuthFixture.PASSWORD, null)
                                .toString(),
                        new LoginServlet.LoginBody("ann@example.org", AuthFixture.PASSWORD).toString()))
                .noneMatch(text -> text.contains(AuthFixture.PASSWORD));
    }

    @Test
    @Covers(value = "AUTH-01", part = "the time it takes")
    void whateverIsWrongCostsOneHash() {
        AccountStore identities =
                new AccountStore(fixture.store, clock, new PasswordHasher(), fixture.pulse, fixture.plans);
        SignIn real = new SignIn(
                identities,
                new PasswordHasher(),
                clock,
                fixture.proofs,
                fixture.nonces,
                fixture.log,
                new PasswordVerification(identities, new PasswordHasher(), fixture.log, fixture.signInGuard));
        identities.create(OperatorInput.account("cyd@example.org", AuthFixture.PASSWORD, null), AuditRecorder.NONE);
        double right = Double.MAX_VALUE;
        double wrong = Double.MAX_VALUE;
        double unknown = Double.MAX_VALUE;
        double nonsense = Double.MAX_VALUE;
        // In turns, so that the compilers of the JVM and other load affect all of them alike.
        for (int i = 0; i < 12; i++) {
            right = Math.min(right, cost(real, "cyd@example.org", AuthFixture.PASSWORD));
            wrong = Math.min(wrong, cost(real, "cyd@example.org", "correct hors"));
            unknown = Math.min(unknown, cost(real, "nobody@example.org", AuthFixture.PASSWORD));
            nonsense = Math.min(nonsense, cost(real, "no address", AuthFixture.PASSWORD));
        }
        System.out.printf(
                "a sign-in: right %.1f, wrong %.1f, unknown %.1f, nonsense %.1f ms CPU%n",
                right, wrong, unknown, nonsense);
        assertThat(List.of(unknown / wrong, nonsense / wrong))
                .allSatisfy(ratio -> assertThat(ratio).isBetween(0.7, 1.4));
    }

    private static double cost(SignIn signIn, String email, String password) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        signIn.in(email, password, AuthFixture.CLIENT, Optional.empty());
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1_000_000.0;
    }

    @Test
    void expiredTokensAreDeleted() throws Exception {
        AdvanceableClock moved = new AdvanceableClock();
        TokenSweep sweep = new TokenSweep((name, time) -> Optional.of(() -> {}), fixture.store, moved);
        Duration behind = Duration.between(clock.now(), moved.now());
        clock.move(behind);
        for (int i = 0; i < 3; i++) {
            fixture.token("ann@example.org");
        }
        clock.move(Duration.ofDays(8).plusHours(2));
        fixture.token("ann@example.org");
        moved.advance(Duration.ofDays(7));
        assertThat(fixture.count("token")).isEqualTo(4);
        moved.advance(Duration.ofDays(1).plusHours(2));
        Eventually.until("swept", () -> fixture.count("token") == 1 && fixture.count("device_session") == 1);
        sweep.stop();
        moved.stop();
    }
}
