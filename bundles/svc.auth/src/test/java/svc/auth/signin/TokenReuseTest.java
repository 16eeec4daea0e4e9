package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.crypto.TokenHash;
import svc.auth.dpop.ProofVerifier;
import svc.auth.signin.SignIn.Outcome;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.storage.AuthFixture;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.TokenRows;
import svc.testkit.Covers;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;
import svc.testkit.SettableWallClock;

/** The end of possibly stolen sessions: reused tokens, the maximum session age, a change of the password. */
class TokenReuseTest {

    private static final String ANN = "ann@example.org";

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private AuthFixture fixture;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = fixture(Optional.empty());
        fixture.organization("example.org");
        ann = fixture.account(ANN);
    }

    private AuthFixture fixture(Optional<Duration> maxSessionAge) {
        return new AuthFixture(directory, clock, new AuthSettings(false, Resource.OFF, Basic.ALL, maxSessionAge));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Outcome refresh(String token, String... proofs) {
        return fixture.refresh.with(AuthFixture.presented("Bearer " + token, proofs));
    }

    private String next(String token) {
        return ((SignedIn) refresh(token)).token();
    }

    @Test
    @Covers("AUTH-12")
    void anExchangedTokenThatComesAgainLateEndsTheSignIn() {
        String stolen = fixture.token(ANN);
        String other = fixture.token(ANN);
        String next = next(stolen);
        clock.move(Duration.ofSeconds(60).plusMillis(1));
        assertThat(fixture.admits(next)).isTrue();
        assertThat(refresh(stolen)).isNotInstanceOf(SignedIn.class);
        assertThat(fixture.admits(next)).as("the sign-in has ended").isFalse();
        assertThat(refresh(next)).isNotInstanceOf(SignedIn.class);
        assertThat(fixture.admits(other)).as("another sign-in").isTrue();
        assertThat(fixture.count("exchanged_token")).isZero();
    }

    @Test
    @Covers("AUTH-12")
    void anOldTokenOfTheChainEndsTheSignInToo() {
        String first = fixture.token(ANN);
        String third = next(next(first));
        clock.move(Duration.ofDays(7));
        assertThat(refresh(first)).isNotInstanceOf(SignedIn.class);
        assertThat(refresh(third)).isNotInstanceOf(SignedIn.class);
    }

    @Test
    @Covers(
            value = {"AUTH-04", "AUTH-12"},
            part = "parallel refreshes")
    void twoRefreshesAtTheSameTimeGiveOneTokenAndTheSignInGoesOn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 20; i++) {
                String token = fixture.token(ANN);
                Callable<Outcome> refresh = () -> refresh(token);
                List<String> good = threads.invokeAll(List.of(refresh, refresh)).stream()
                        .map(done -> {
                            try {
                                return done.get();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                        })
                        .filter(SignedIn.class::isInstance)
                        .map(outcome -> ((SignedIn) outcome).token())
                        .toList();
                assertThat(good).hasSize(1);
                clock.move(Duration.ofSeconds(60));
                assertThat(refresh(token)).isNotInstanceOf(SignedIn.class);
                assertThat(fixture.admits(good.get(0))).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    @Covers(value = "AUTH-12", part = "bound sign-ins")
    void withoutItsKeyAnExchangedTokenOfABoundSignInEndsNothing() {
        DpopKey key = DpopKey.fresh();
        ProofVerifier.Good good =
                new ProofVerifier.Good(key.thumbprint(), "login", clock.now().getEpochSecond() + 300, false);
        String stolen = ((SignedIn) fixture.signIn.in(ANN, AuthFixture.PASSWORD, AuthFixture.CLIENT, Optional.of(good)))
                .token();
        String next = ((SignedIn) refresh(stolen, proof(key))).token();
        clock.move(Duration.ofMinutes(2));
        refresh(stolen);
        refresh(stolen, proof(DpopKey.fresh()));
        assertThat(fixture.admits(next)).isTrue();
        refresh(stolen, proof(key));
        assertThat(fixture.admits(next)).isFalse();
    }

    private String proof(DpopKey key) {
        return key.proof(Claims.of("POST", "https://mail.example.org/jmap", clock.now()));
    }

    @Test
    void exchangedTokensAreForgottenAfterTheirExpiry() {
        next(fixture.token(ANN));
        long kept = fixture.identities.write(
                "forget", tx -> TokenRows.forget(tx, clock.now().minus(Duration.ofDays(8)), 10));
        assertThat(kept).isZero();
        long forgotten = fixture.identities.write(
                "forget", tx -> TokenRows.forget(tx, clock.now().plusMillis(1), 10));
        assertThat(forgotten).isOne();
    }

    @Test
    @Covers(value = "AUTH-12", part = "the greatest age of a sign-in")
    void aSignInEndsAtItsGreatestAgeHoweverOftenItIsRefreshed() {
        fixture.close();
        fixture = fixture(Optional.of(Duration.ofHours(30)));
        String token = fixture.token(ANN);
        Caller caller = fixture.sessions
                .ofToken(TokenHash.of(token))
                .orElseThrow()
                .session()
                .caller("192.0.2.7");
        clock.move(Duration.ofHours(20));
        String next = next(token);
        assertThat(fixture.directory.validUntil(caller)).contains(clock.now().plus(Duration.ofHours(10)));
        clock.move(Duration.ofHours(10).minusMillis(1));
        assertThat(fixture.admits(next)).isTrue();
        clock.move(Duration.ofMillis(1));
        assertThat(fixture.admits(next)).isFalse();
        assertThat(refresh(next)).isNotInstanceOf(SignedIn.class);
        assertThat(fixture.admits(fixture.token(ANN))).isTrue();
    }

    @Test
    void agesAreReadAsConfigured() {
        assertThat(AuthSettings.age("off")).isEmpty();
        assertThat(AuthSettings.age("90m")).contains(Duration.ofMinutes(90));
        assertThat(AuthSettings.age("12h")).contains(Duration.ofHours(12));
        assertThat(AuthSettings.age("30d")).contains(Duration.ofDays(30));
    }

    @Test
    @Covers(value = "AUTH-12", part = "app passwords need a sign-in of the last minutes")
    void onlyASignInOfTheLastFiveMinutesMayCreateAppPasswords() {
        StoredAppPasswords passwords = fixture.storedAppPasswords;
        String token = fixture.token(ANN);
        Caller session = fixture.sessions
                .ofToken(TokenHash.of(token))
                .orElseThrow()
                .session()
                .caller("192.0.2.7");
        clock.move(Duration.ofMinutes(5));
        assertThat(lately(passwords, session)).isTrue();
        clock.move(Duration.ofMillis(1));
        next(token);
        assertThat(lately(passwords, session)).as("refreshed, not signed in").isFalse();
        assertThat(lately(passwords, new Caller(ann, "p1.x", Caller.CredentialKind.ACCOUNT_PASSWORD, "192.0.2.7")))
                .isTrue();
        assertThat(lately(passwords, new Caller(ann, "k1.a1", Caller.CredentialKind.APP_PASSWORD, "192.0.2.7")))
                .isFalse();
    }

    private boolean lately(StoredAppPasswords passwords, Caller caller) {
        return fixture.identities.readIn(ann, snapshot -> passwords.signedInLately(snapshot, caller, clock.now()));
    }

    @Test
    @Covers(value = "AUTH-12", part = "a change of the password ends app passwords")
    void aChangeOfThePasswordEndsAppPasswordsUnlessTheyAreKept() {
        String secret = fixture.appPassword(ann);
        fixture.password(ann, "another horse", false);
        assertThat(fixture.admits(secret)).isTrue();
        fixture.password(ann, "a third horse", true);
        assertThat(fixture.admits(secret)).isFalse();
    }
}
