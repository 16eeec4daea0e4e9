package svc.auth;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.signin.CredentialVerifier;
import svc.auth.signin.SignInLog;
import svc.auth.storage.AuthFixture;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** The passwords that are accepted with a request, for each value of {@code [auth] basic}. */
class PasswordKindsTest {

    private static final String ANN = "ann@example.org";

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private AuthFixture fixture;
    private Account ann;
    private String appPassword;
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock);
        fixture.organization("example.org");
        ann = fixture.account(ANN);
        appPassword = fixture.appPassword(ann);
        log.start();
        logger().setLevel(Level.INFO);
        logger().addAppender(log);
    }

    @AfterEach
    void close() {
        logger().detachAppender(log);
        logger().setLevel(null);
        fixture.close();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(SignInLog.class);
    }

    private CredentialVerifier authenticator(Basic basic) {
        return fixture.entrance(new AuthSettings(false, Resource.OFF, basic), fixture.proofs, clock);
    }

    private static Result basic(CredentialVerifier authenticator, String secret) {
        String pair = Base64.getEncoder().encodeToString((ANN + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return authenticator.authenticate(AuthFixture.presented("Basic " + pair));
    }

    private static Result bearer(CredentialVerifier authenticator, String secret) {
        return authenticator.authenticate(AuthFixture.presented("Bearer " + secret));
    }

    private static void assertRefused(Result answer, String error, String detail) {
        assertThat(answer).isInstanceOfSatisfying(Rejected.class, refused -> {
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.problem()).containsEntry("error", error);
            assertThat(refused.problem().get("detail")).asString().contains(detail);
        });
    }

    private List<String> logged(String result) {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("result=" + result))
                .toList();
    }

    @Test
    @Covers(value = "AUTH-02", part = "the account's password where only app passwords are accepted")
    void theAccountPasswordIsRefusedWithARemedyWhereOnlyAppPasswordsAreAccepted() {
        CredentialVerifier authenticator = authenticator(Basic.APP_PASSWORDS);
        for (int i = 0; i < 3; i++) {
            assertRefused(
                    basic(authenticator, AuthFixture.PASSWORD), "app_password_required", "create an app password");
        }
        assertThat(logged("switched-off")).singleElement().asString().contains("secret=account-password");
        assertRefused(basic(authenticator, "wrong"), "invalid_credentials", "The address or the password is wrong.");
        assertThat(basic(authenticator, appPassword)).isInstanceOf(Authenticated.class);
    }

    @Test
    @Covers(value = "AUTH-10", part = "an app password as a bearer token")
    void anAppPasswordIsAcceptedAsABearerToken() {
        CredentialVerifier authenticator = authenticator(Basic.APP_PASSWORDS);
        for (int i = 0; i < 2; i++) {
            assertThat(bearer(authenticator, appPassword)).isInstanceOfSatisfying(Authenticated.class, in -> {
                assertThat(in.caller().account()).isEqualTo(ann);
                assertThat(in.caller().credential()).isEqualTo(Caller.CredentialKind.APP_PASSWORD);
            });
        }
        assertThat(logged("ok")).singleElement().asString().contains("secret=app-password");
        assertThat(basic(authenticator, appPassword)).isEqualTo(bearer(authenticator, appPassword));
        assertThat(authenticator.authenticate(AuthFixture.presented("DPoP " + appPassword)))
                .isInstanceOf(Rejected.class);
        assertRefused(bearer(authenticator, "x".repeat(32)), "invalid_token", "is not known");
        fixture.disable(ann, true);
        assertThat(bearer(authenticator, appPassword)).isInstanceOf(Rejected.class);
    }

    @Test
    @Covers(value = "AUTH-02", part = "right passwords where none is accepted")
    void rightPasswordsAreRefusedWithTheirOwnReasonWhereNoneIsAccepted() {
        CredentialVerifier authenticator = authenticator(Basic.OFF);
        for (int i = 0; i < 2; i++) {
            assertRefused(basic(authenticator, AuthFixture.PASSWORD), "passwords_switched_off", "[auth] basic");
            assertRefused(basic(authenticator, appPassword), "passwords_switched_off", "POST /auth/login");
            assertRefused(bearer(authenticator, appPassword), "passwords_switched_off", "POST /auth/login");
        }
        assertThat(logged("switched-off")).hasSize(2);
        assertThat(basic(authenticator, "wrong")).isInstanceOfSatisfying(Rejected.class, refused -> {
            assertThat(refused.headers()).containsEntry("WWW-Authenticate", "Bearer");
            assertThat(refused.problem()).containsEntry("error", "invalid_credentials");
        });
    }

    @Test
    void allAcceptsThePasswordOfTheAccountToo() {
        CredentialVerifier authenticator = authenticator(Basic.ALL);
        assertThat(basic(authenticator, AuthFixture.PASSWORD)).isInstanceOf(Authenticated.class);
        assertThat(bearer(authenticator, appPassword)).isInstanceOf(Authenticated.class);
        assertThat(bearer(authenticator, AuthFixture.PASSWORD)).isInstanceOf(Rejected.class);
    }
}
