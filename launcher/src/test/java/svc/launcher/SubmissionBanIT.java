package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.LineClient;

/** Bans and limits of mail clients that sign in, on a server without trusted networks. */
final class SubmissionBanIT {

    /** Fewer than the default, because each failure costs the hash of a password. */
    private static final int FAILURES = 4;

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> TestClock.svc()
            .wary()
            .start(
                    home,
                    "--set",
                    "auth.basic=\"all\"",
                    "--set",
                    "server.tls_self_signed=true",
                    "--set",
                    "submission.tls_listen=\"127.0.0.1:0\"")
            .ready());

    @BeforeAll
    static void makeAccount() {
        configure("{\"ban_failures\":" + FAILURES + "}");
        SignedIn.as(SERVER.running(), "ann@one.example");
    }

    /** Lets the counted failures and requests expire: tests run in any order. */
    @AfterEach
    void expire() {
        SERVER.running().admin("DELETE", "/bans", "");
        SERVER.running().command("", "clock", "advance", "PT1H");
    }

    private static void configure(String overrides) {
        assertThat(SERVER.running()
                        .admin("PUT", "/config", "{\"overrides\":" + overrides + "}")
                        .statusCode())
                .isEqualTo(200);
    }

    /** Returns a wrong password that was not used before. */
    private static String fresh() {
        return "wrong " + UUID.randomUUID();
    }

    private static int session() {
        return SERVER.running()
                .get(SERVER.running().url() + "/.well-known/jmap")
                .statusCode();
    }

    /** Signs in as a mail client does, on a connection of its own; returns the reply. */
    private static String submission(String email, String password) {
        try (LineClient client =
                LineClient.connect(SERVER.running().port("submissions")).tls()) {
            client.line();
            client.ask("HELO client.test");
            String plain = "\0" + email + "\0" + password;
            return client.ask("AUTH PLAIN " + Base64.getEncoder().encodeToString(plain.getBytes(UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Covers(value = "SEC-05", part = "sign-ins of mail clients", open = "IMAP and DAV")
    void wrongPasswordsOfMailClientsCauseABanThatTheOperatorLifts() {
        IntStream.range(0, 2 * FAILURES)
                .forEach(i -> assertThat(submission("nobody@one.example", "the old one"))
                        .as("the same password counts once")
                        .startsWith("535 5.7.8"));
        IntStream.range(1, FAILURES)
                .forEach(i ->
                        assertThat(submission("nobody@one.example", fresh())).startsWith("535 5.7.8"));

        assertThat(submission("nobody@one.example", fresh())).startsWith("421 4.7.0");
        assertThat(session()).isEqualTo(403);
        assertThat(SERVER.running().command("", "ban", "list").out())
                .contains("127.0.0.1", "sign-ins failed over submission");
        assertThat(submission("ann@one.example", SignedIn.PASSWORD))
                .as("the account has signed in from this network")
                .startsWith("235 2.7.0");

        assertThat(SERVER.running().command("", "ban", "remove", "127.0.0.1").exit())
                .isZero();
        assertThat(submission("nobody@one.example", fresh())).startsWith("535 5.7.8");
        assertThat(session()).isEqualTo(401);
    }

    @Test
    @Covers(value = "SEC-04", part = "sign-ins of mail clients")
    void limitOfRequestsAppliesToSignInsOfMailClients() {
        String limits = "{\"http_per_ip_baseline\":%1$s,\"http_per_ip_burst\":%1$s}";
        configure(limits.formatted(1));
        assertThat(submission("ann@one.example", SignedIn.PASSWORD)).startsWith("235 2.7.0");
        assertThat(submission("ann@one.example", SignedIn.PASSWORD)).startsWith("454 4.7.0");
        configure(limits.formatted("null"));
        assertThat(submission("ann@one.example", SignedIn.PASSWORD)).startsWith("235 2.7.0");
    }
}
