package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.auth.signin.ProtocolFixture.ANN;
import static svc.auth.signin.ProtocolFixture.ELSEWHERE;
import static svc.auth.signin.ProtocolFixture.IMAP;
import static svc.auth.signin.ProtocolFixture.INVALID;
import static svc.auth.signin.ProtocolFixture.SMTP;
import static svc.auth.signin.ProtocolFixture.basic;
import static svc.auth.signin.ProtocolFixture.caller;
import static svc.auth.signin.ProtocolFixture.rules;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Caller;
import svc.api.identity.Caller.CredentialKind;
import svc.api.identity.SignIns;
import svc.api.identity.SignIns.Busy;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Reason;
import svc.api.identity.SignIns.Refused;
import svc.api.identity.SignIns.SignedIn;
import svc.api.operation.AuditRecorder;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.crypto.HashConcurrencyLimit;
import svc.auth.crypto.PasswordHasher;
import svc.auth.crypto.TokenHash;
import svc.auth.dpop.ProofVerifier;
import svc.auth.storage.AuthFixture;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.StoredAppPasswords;
import svc.testkit.Covers;
import svc.testkit.DpopKey;

/** Which credentials sign in over protocols other than HTTP, and when such a sign-in ends. */
class ProtocolSignInsTest {

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

    @Test
    @Covers(value = "AUTH-10", part = "below the protocols", open = "IMAP and DAV")
    void theAccountPasswordAndAnAppPasswordSignIn() {
        Caller byPassword = caller(signIns.password(IMAP, "Ann@EXAMPLE.org", AuthFixture.PASSWORD));
        assertThat(byPassword.account()).isEqualTo(ann);
        assertThat(byPassword.credential()).isEqualTo(CredentialKind.ACCOUNT_PASSWORD);
        assertThat(byPassword.address()).isEqualTo("192.0.2.7");
        String secret = fixture.appPassword(ann);
        Caller byAppPassword = caller(signIns.password(SMTP, ANN, secret));
        assertThat(byAppPassword.credential()).isEqualTo(CredentialKind.APP_PASSWORD);
        assertThat(caller(signIns.token(IMAP, secret))).isEqualTo(byAppPassword);
        assertThat(((Authenticated) fixture.present(basic(AuthFixture.PASSWORD))).caller())
                .as("the caller of HTTP Basic")
                .isEqualTo(byPassword);
    }

    @Test
    void anAppPasswordOfAnotherAccountIsRefused() {
        fixture.account("bob@example.org");
        assertThat(signIns.password(IMAP, "bob@example.org", fixture.appPassword(ann)))
                .isEqualTo(INVALID);
    }

    @Test
    @Covers(value = "AUTH-10", part = "[auth] basic governs all protocols", open = "IMAP and DAV")
    void acceptedKindsOfPasswordsAreThoseOfHttpBasic() {
        String secret = fixture.appPassword(ann);
        String token = fixture.token(ANN);
        SignIns appPasswords = fixture.signIns(rules(Basic.APP_PASSWORDS), protocols.clock);
        assertThat(appPasswords.password(IMAP, ANN, AuthFixture.PASSWORD))
                .isEqualTo(new Refused(Reason.APP_PASSWORD_REQUIRED));
        assertThat(appPasswords.password(IMAP, ANN, "wrong")).isEqualTo(INVALID);
        assertThat(appPasswords.password(IMAP, ANN, secret)).isInstanceOf(SignedIn.class);
        SignIns off = fixture.signIns(rules(Basic.OFF), protocols.clock);
        Outcome passwordsOff = new Refused(Reason.PASSWORDS_OFF);
        assertThat(off.password(IMAP, ANN, AuthFixture.PASSWORD)).isEqualTo(passwordsOff);
        assertThat(off.password(IMAP, ANN, secret)).isEqualTo(passwordsOff);
        assertThat(off.token(IMAP, secret)).isEqualTo(passwordsOff);
        assertThat(off.token(IMAP, token)).isInstanceOf(SignedIn.class);
    }

    @Test
    void failedSignInsGetTheSameAnswerWhateverIsWrong() {
        Account bob = fixture.account("bob@example.org");
        fixture.disable(bob, true);
        for (String login : List.of(ANN, "nobody@example.org", "ann@elsewhere.example", "no address", "")) {
            assertThat(signIns.password(ELSEWHERE, login, "wrong")).as(login).isEqualTo(INVALID);
        }
        assertThat(signIns.password(IMAP, "bob@example.org", AuthFixture.PASSWORD))
                .as("a disabled account")
                .isEqualTo(INVALID);
        fixture.suspend(ann.organization(), true);
        assertThat(signIns.password(IMAP, ANN, AuthFixture.PASSWORD))
                .as("a suspended organization")
                .isEqualTo(INVALID);
        assertThat(protocols.logged("result=refused")).hasSize(7);
    }

    @Test
    @Covers(value = "AUTH-01", part = "every failure waits for a hash")
    void everyFailureComputesAHash() {
        PasswordHasher noRoom = new PasswordHasher(AuthFixture.CHEAP, new HashConcurrencyLimit(0, 0));
        PasswordVerification verification =
                new PasswordVerification(fixture.identities, noRoom, fixture.log, fixture.signInGuard);
        AuthSettings rules = rules(Basic.ALL);
        AppPasswordSignIn appPasswords =
                new AppPasswordSignIn(fixture.identities, fixture.log, fixture.signInGuard, rules);
        PasswordSignIn passwords = new PasswordSignIn(
                verification, fixture.pulse, protocols.clock, fixture.log, fixture.signInGuard, rules, appPasswords);
        SignIns busy = new ProtocolSignIns(
                passwords, appPasswords, fixture.sessions, rules, fixture.log, fixture.signInGuard, protocols.clock);
        for (String login : List.of(ANN, "nobody@example.org", "ann@elsewhere.example", "no address", "")) {
            assertThat(busy.password(IMAP, login, AuthFixture.PASSWORD))
                    .as(login)
                    .isEqualTo(new Busy());
        }
        assertThat(busy.password(IMAP, ANN, fixture.appPassword(ann)))
                .as("needs no hash")
                .isInstanceOf(SignedIn.class);
        assertThat(protocols.logged("result=busy")).hasSize(5);
    }

    @Test
    @Covers(value = "DPOP-09", part = "below the protocols", open = "IMAP and DAV")
    void tokensOfSessionsSignInUnlessTheSessionIsBoundToAKey() {
        String unbound = fixture.token(ANN);
        ProofVerifier.Good proof = new ProofVerifier.Good(
                DpopKey.fresh().thumbprint(), "login", protocols.clock.now().getEpochSecond() + 300, false);
        String bound = ((SignIn.SignedIn)
                        fixture.signIn.in(ANN, AuthFixture.PASSWORD, AuthFixture.CLIENT, Optional.of(proof)))
                .token();
        String secret = fixture.appPassword(ann);
        for (Resource resource : Resource.values()) {
            SignIns each = fixture.signIns(new AuthSettings(false, resource, Basic.ALL), protocols.clock);
            assertThat(caller(each.token(IMAP, unbound)).credential()).isEqualTo(CredentialKind.SESSION);
            assertThat(each.token(IMAP, bound)).isEqualTo(new Refused(Reason.TOKEN_BOUND));
            assertThat(each.password(IMAP, ANN, secret)).isInstanceOf(SignedIn.class);
        }
        protocols.clock.move(Duration.ofHours(24));
        assertThat(signIns.token(IMAP, unbound)).as("expired").isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, bound)).as("expired").isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, "unknown")).isEqualTo(INVALID);
    }

    private enum End {
        ACCOUNT_DISABLED,
        TENANT_SUSPENDED,
        CREDENTIAL_REVOKED
    }

    @ParameterizedTest
    @EnumSource
    @Covers(value = "ADM-11", part = "below the protocols")
    void signInsEndWithTheirAccountTenantOrCredential(End end) {
        String token = fixture.token(ANN);
        DeviceSession session =
                fixture.sessions.ofToken(TokenHash.of(token)).orElseThrow().session();
        StoredAppPasswords appPasswords = fixture.storedAppPasswords;
        var made =
                fixture.identities.writeIn(ann, "make", tx -> appPasswords.create(tx, "phone", protocols.clock.now()));
        String secret = String.valueOf(made.password().secret());
        List<Caller> open = List.of(
                caller(signIns.password(IMAP, ANN, AuthFixture.PASSWORD)),
                caller(signIns.password(SMTP, ANN, secret)),
                caller(signIns.token(IMAP, token)));
        assertThat(open).allMatch(fixture.directory::isActive);
        long before = fixture.directory.version(ann.organization());
        switch (end) {
            case ACCOUNT_DISABLED -> fixture.disable(ann, true);
            case TENANT_SUSPENDED -> fixture.suspend(ann.organization(), true);
            case CREDENTIAL_REVOKED -> {
                fixture.sessions.end(session, AuditRecorder.NONE);
                fixture.identities.writeIn(ann, "revoke", tx -> appPasswords.revoke(tx, made.n()));
                fixture.password(ann, "another horse");
            }
        }
        assertThat(fixture.directory.version(ann.organization())).isNotEqualTo(before);
        assertThat(open).noneMatch(fixture.directory::isActive);
        assertThat(open).allMatch(caller -> fixture.directory.validUntil(caller).isEmpty());
        assertThat(signIns.password(IMAP, ANN, AuthFixture.PASSWORD))
                .as("not from the cache")
                .isEqualTo(INVALID);
        assertThat(signIns.password(IMAP, ANN, secret)).isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, secret)).isEqualTo(INVALID);
        assertThat(signIns.token(IMAP, token)).isEqualTo(INVALID);
    }

    @Test
    void composedAndDecomposedLettersAreTheSameForAnAddressAndAPassword() {
        Account umlaut = fixture.account("j\u00f6rg@example.org");
        fixture.password(umlaut, "gr\u00fcne Heide");
        for (String password : List.of("gr\u00fcne Heide", "gru\u0308ne Heide")) {
            assertThat(caller(signIns.password(IMAP, "jo\u0308rg@example.org", password))
                            .account())
                    .isEqualTo(umlaut);
        }
        assertThat(signIns.password(IMAP, "jo\u0308rg@example.org", "grune Heide"))
                .isEqualTo(INVALID);
    }

    @Test
    void theCacheDistinguishesAddressAndPassword() {
        fixture.password(ann, "a:b:c password");
        assertThat(signIns.password(IMAP, ANN, "a:b:c password")).isInstanceOf(SignedIn.class);
        assertThat(signIns.password(IMAP, ANN + ":a", "b:c password")).isEqualTo(INVALID);
        assertThat(signIns.password(IMAP, "", ANN + ":a:b:c password")).isEqualTo(INVALID);
    }

    @Test
    @Covers(value = "AUTH-11", part = "below the protocols", open = "IMAP and DAV")
    void eachClientIsLoggedWithItsProtocolAndWithoutTheSecret() {
        String secret = fixture.appPassword(ann);
        String token = fixture.token(ANN);
        protocols.log.list.clear();
        for (int i = 0; i < 3; i++) {
            signIns.password(IMAP, ANN, secret);
            signIns.password(SMTP, ANN, secret);
            signIns.password(ELSEWHERE, ANN, secret);
            signIns.password(IMAP, ANN, AuthFixture.PASSWORD);
            signIns.token(IMAP, token);
        }
        String account = "account=" + ann.id();
        assertThat(protocols.logged("protocol=imap", account, "ip=192.0.2.7", "result=ok", "secret=app-password"))
                .hasSize(1);
        assertThat(protocols.logged("protocol=submission", account, "result=ok", "secret=app-password"))
                .hasSize(1);
        assertThat(protocols.logged("protocol=imap", account, "ip=2001:db8:1::7", "result=ok"))
                .hasSize(1);
        assertThat(protocols.logged("protocol=imap", account, "result=ok", "secret=account-password"))
                .hasSize(1);
        assertThat(protocols.logged("protocol=imap", account, "result=ok", "secret=session"))
                .hasSize(1);
        assertThat(protocols.log.list).hasSize(5);
        protocols.clock.move(Duration.ofMinutes(5));
        signIns.password(IMAP, ANN, secret);
        assertThat(protocols.log.list).hasSize(6);
        signIns.password(IMAP, ANN, "canary-1");
        signIns.password(IMAP, "canary-2@example.org", "canary-3");
        signIns.token(IMAP, "canary-4");
        assertThat(protocols.logged("result=refused")).hasSize(3);
        assertThat(protocols.log.list.toString()).doesNotContain("canary", secret, token, AuthFixture.PASSWORD);
    }
}
