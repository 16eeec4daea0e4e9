package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.TestAuthority.Issued;
import svc.launcher.Thunderbird.Outcome;
import svc.launcher.Thunderbird.Security;
import svc.launcher.Thunderbird.Text;
import svc.testkit.Covers;
import svc.testkit.Prerequisite;
import svc.testkit.bundles.MailCalls;

/** Thunderbird submits mail with an app password to a whole server, whose certificate comes from an authority of the test. */
@Tag("soak")
final class ThunderbirdIT {

    private static final String ANN = "ann@thunderbird.test";
    private static final String BODY = "Café 🦊 naïve\r\n.a line with a dot\r\nlast line\r\n";

    @TempDir
    private static Path folder;

    private static RunningServer server;
    private static Certificate authority;
    private static String appPassword;

    @BeforeAll
    static void start() throws Exception {
        Prerequisite.program("ThunderbirdIT", "thunderbird");
        TestAuthority issuer = new TestAuthority(folder.resolve("keys"));
        authority = issuer.certificate();
        Issued certificate = issuer.issue("server", "ip:127.0.0.1");
        server = SvcCommand.svc()
                .start(
                        folder.resolve("home"),
                        "--set",
                        "mail.hostname=\"mail.example.org\"",
                        "--set",
                        "server.tls_cert_file=\"" + certificate.certificateFile() + "\"",
                        "--set",
                        "server.tls_key_file=\"" + certificate.keyFile() + "\"",
                        "--set",
                        "submission.listen=\"127.0.0.1:0\"",
                        "--set",
                        "submission.tls_listen=\"127.0.0.1:0\"")
                .ready();
        Sender.of(server, ANN);
        appPassword = MailCalls.json(server.command(
                                "", "app-password", "create", "--account", ANN, "--name", "Thunderbird", "--json")
                        .out())
                .path("secret")
                .asText();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    @Covers(value = "AUTH-10", part = "Thunderbird by SMTP", open = "IMAP and DAV")
    void thunderbirdSubmitsMailWithAnAppPassword() throws Exception {
        try (Thunderbird thunderbird = Thunderbird.in(folder, ANN)) {
            Sender bob = Sender.of(server, "bob@thunderbird.test");
            assertThat(send(thunderbird, Security.STARTTLS, appPassword, "untrusted")
                            .dialogs())
                    .singleElement()
                    .asString()
                    .contains("Certificate issuer is not recognized");
            thunderbird.trust(authority);
            for (Security security : Security.values()) {
                String subject = "Grüße 🦊 by " + security;
                Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
                Outcome sent = send(thunderbird, security, appPassword, subject);
                assertThat(sent.dialogs()).isEmpty();
                JsonNode email = arrived(bob, subject);
                assertThat(email.at("/from/0/name").asText()).isEqualTo("Zoë");
                assertThat(email.at("/from/0/email").asText()).isEqualTo(ANN);
                assertThat("<" + email.at("/messageId/0").asText() + ">").isEqualTo(sent.messageId());
                assertThat(Instant.parse(email.path("sentAt").asText())).isBetween(before, Instant.now());
                assertThat(email.at("/bodyValues/1/value").asText()).isEqualTo(BODY.replace("\r", ""));

                Outcome refused = send(thunderbird, security, "wrong", "guessed");
                assertThat(refused.messageId()).isEmpty();
                assertThat(refused.dialogs()).hasSize(2);
                assertThat(refused.dialogs().get(0)).contains("Login to server 127.0.0.1", "failed");
                assertThat(refused.dialogs().get(1)).contains("Unable to authenticate");
            }
            bob.awaitInbox("Grüße 🦊 by STARTTLS", "Grüße 🦊 by TLS");
        }
    }

    private static Outcome send(Thunderbird thunderbird, Security security, String password, String subject)
            throws Exception {
        int port = server.port(security == Security.TLS ? "submissions" : "submission");
        return thunderbird.send(port, security, password, new Text("bob@thunderbird.test", subject, BODY));
    }

    /** Waits for a message; returns it with its body. */
    private static JsonNode arrived(Sender recipient, String subject) {
        server.await(subject, () -> recipient.subjects("inbox").contains(subject));
        for (JsonNode email : recipient
                .user()
                .using(
                        List.of(MailCalls.URN),
                        "['Email/query',{'accountId':'@'},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                + "'properties':['subject','from','sentAt','messageId','bodyValues'],'fetchTextBodyValues':true},'g']")
                .at("/1/1/list")) {
            if (email.path("subject").asText().equals(subject)) {
                return email;
            }
        }
        throw new AssertionError(subject);
    }
}
