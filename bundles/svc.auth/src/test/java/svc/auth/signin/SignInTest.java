package svc.auth;

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
import svc.api.operation.Trace;
import svc.auth.Passwords.Verdict;
import svc.auth.SignIn.NotSignedIn;
import svc.auth.SignIn.SignedIn;
import svc.testclock.MovedClock;
import svc.testkit.Covers;
import svc.testkit.Patience;
import svc.testkit.SetClock;

class SignInTest {

    @TempDir
    Path directory;

    private final SetClock clock = new SetClock();
    private House house;
    private Account ann;

    @BeforeEach
    void open() {
        house = new House(directory, clock);
        house.organization("example.org");
        ann = house.account("Ann@example.org");
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void theAddressMayBeWrittenInAnyCase() {
        assertThat(house.login("aNN@EXAMPLE.org", House.PASSWORD))
                .isInstanceOfSatisfying(
                        SignedIn.class, in -> assertThat(in.account()).isEqualTo(ann));
    }

    @Test
    @Covers(value = "AUTH-01", part = "below HTTP")
    void whoeverIsNotLetInIsToldTheSame() {
        house.organization("example.com");
        Account bob = house.account("bob@example.org");
        house.disable(bob, true);
        NotSignedIn wrong = new NotSignedIn(AuthProblem.INVALID_CREDENTIALS);
        assertThat(house.login("ann@example.org", "correct hors")).isEqualTo(wrong);
        assertThat(house.login("nobody@example.org", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.login("ann@example.com", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.login("ann@nowhere.example", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.login("bob@example.org", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.login("no address", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.login("", "")).isEqualTo(wrong);
        house.suspend(ann.organization(), true);
        assertThat(house.login("ann@example.org", House.PASSWORD)).isEqualTo(wrong);
        assertThat(house.count("token") + house.count("device_session")).isZero();
        house.suspend(ann.organization(), false);
        assertThat(house.login("ann@example.org", House.PASSWORD)).isInstanceOf(SignedIn.class);
    }

    @Test
    void eachSignInIsADeviceOfItsOwn() {
        Caller first = house.caller(ann);
        Caller second = house.caller(ann);
        assertThat(first.device()).matches("d[0-9a-v]+").isNotEqualTo(second.device());
        assertThat(first.account()).isEqualTo(ann).isEqualTo(second.account());
        assertThat(first.secret()).isEqualTo(Caller.Secret.SESSION);
        assertThat(first.address()).isEqualTo("192.0.2.7");
    }

    @Test
    void aHashOfAnEarlierDayIsMadeAnewAtTheNextSignIn() {
        String old = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        house.identities.write("take an old hash", tx -> {
            AccountRows.password(tx, ann.n(), old);
            return old;
        });
        assertThat(house.login("ann@example.org", "wrong")).isInstanceOf(NotSignedIn.class);
        assertThat(hash()).isEqualTo(old);
        assertThat(house.login("ann@example.org", "password")).isInstanceOf(SignedIn.class);
        assertThat(hash()).startsWith("$argon2id$v=19$m=64,t=1,p=1$");
        assertThat(house.passwords.compare("password", Optional.of(hash()))).contains(Verdict.RIGHT);
        assertThat(house.login("ann@example.org", "password")).isInstanceOf(SignedIn.class);
    }

    private String hash() {
        return house.identities
                .read(snapshot -> AccountRows.find(snapshot.sql(), ann.n()))
                .orElseThrow()
                .password();
    }

    @Test
    void neitherTokenNorPasswordIsInTheFiles() throws Exception {
        String token = house.token("ann@example.org");
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(bytes).as(file.toString()).doesNotContain(token).doesNotContain(House.PASSWORD);
            }
        }
        assertThat(List.of(
                        house.login("ann@example.org", House.PASSWORD).toString(),
                        Given.account("ann@example.org", House.PASSWORD, null).toString(),
                        new LoginServlet.Credentials("ann@example.org", House.PASSWORD).toString(),
                        new CreateAccount.Arguments(
                                        "ann@example.org", House.PASSWORD, null, null, Role.USER, null, List.of())
                                .toString()))
                .noneMatch(text -> text.contains(House.PASSWORD));
    }

    @Test
    @Covers(value = "AUTH-01", part = "the time it takes")
    void whateverIsWrongCostsOneHash() {
        Identities identities = new Identities(house.store, clock, new Passwords(), house.pulse, house.plans);
        SignIn real = new SignIn(identities, new Passwords(), clock, house.proofs, house.nonces, house.log);
        identities.create(Given.account("cyd@example.org", House.PASSWORD, null), Trace.NONE);
        double right = cost(real, "cyd@example.org", House.PASSWORD);
        double wrong = cost(real, "cyd@example.org", "correct hors");
        double unknown = cost(real, "nobody@example.org", House.PASSWORD);
        double nonsense = cost(real, "no address", House.PASSWORD);
        System.out.printf(
                "a sign-in: right %.1f, wrong %.1f, unknown %.1f, nonsense %.1f ms CPU%n",
                right, wrong, unknown, nonsense);
        assertThat(List.of(unknown / wrong, nonsense / wrong))
                .allSatisfy(ratio -> assertThat(ratio).isBetween(0.7, 1.4));
    }

    private static double cost(SignIn signIn, String email, String password) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 8; i++) {
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            signIn.in(email, password, "192.0.2.7", Optional.empty());
            best = Math.min(
                    best, (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1_000_000.0);
        }
        return best;
    }

    @Test
    void tokensGoWhenNobodyCanUseThemAnyMore() throws Exception {
        MovedClock moved = new MovedClock();
        TokenSweep sweep = new TokenSweep(house.store, moved);
        Duration behind = Duration.between(clock.now(), moved.now());
        clock.move(behind);
        for (int i = 0; i < 3; i++) {
            house.token("ann@example.org");
        }
        clock.move(Duration.ofDays(8).plusHours(2));
        house.token("ann@example.org");
        moved.advance(Duration.ofDays(7));
        assertThat(house.count("token")).isEqualTo(4);
        moved.advance(Duration.ofDays(1).plusHours(2));
        Patience.until("swept", () -> house.count("token") == 1 && house.count("device_session") == 1);
        sweep.stop();
        moved.stop();
    }
}
