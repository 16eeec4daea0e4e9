package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.FreePort;

/** A whole server sends mail to postfix by STARTTLS. */
final class MailOutIT {

    @TempDir
    private static Path folder;

    private static JsonNode queue(RunningServer server) {
        return SignedIn.json(server.admin("GET", "/queue", "")).path("items");
    }

    private static long count(OutsideServer server, String text) {
        return server.log().lines().filter(line -> line.contains(text)).count();
    }

    /** One test, because each server takes seconds to start. */
    @Test
    @Covers({"SMTP-01", "ADM-27", "ADM-28"})
    void sendsMailAgainOnRequestAndReturnsRefusedMail() throws Exception {
        Path rules = folder.resolve("rules");
        Files.writeString(rules, "no@far.test 550 5.1.1 No such user\nlater@far.test 450 4.2.0 Come back\n");
        Path home = folder.resolve("home");
        int port = FreePort.next();
        try (RunningServer server = SvcCommand.svc()
                        .start(
                                home,
                                "--set",
                                "mail.hostname=\"mail.example.org\"",
                                "--set",
                                "server.tls_self_signed=true",
                                "--set",
                                "server.tls_listen=\"127.0.0.1:0\"",
                                "--set",
                                "mail.out.smarthost=[\"127.0.0.1:" + port + "\"]")
                        .ready();
                OutsideServer postfix = OutsideServer.sink(
                        port, rules, home.resolve("secrets/tls-self-signed.key"), folder.resolve("log"))) {
            Sender ann = Sender.of(server, "ann@own.test");
            String taken = ann.send("bob@far.test", "taken");
            ann.awaitStatus(taken, "bob@far.test", "unknown");
            assertThat(ann.status(taken, "bob@far.test").path("smtpReply").asText())
                    .startsWith("250 2.0.0 127.0.0.1 said: Ok: queued as ");
            ann.send("no@far.test", "refused");
            ann.awaitInbox("Not delivered: your message to no@far.test");
            String later = ann.send("later@far.test", "deferred");
            server.await(
                    "deferred",
                    () -> ann.status(later, "later@far.test")
                            .path("smtpReply")
                            .asText()
                            .equals(
                                    "450 4.2.0 127.0.0.1 said: <later@far.test>: Recipient address rejected: Come back"));
            assertThat(queue(server)).hasSize(1);
            Files.writeString(rules, "");
            server.await(
                    "postfix has ended the connection that knows the old rules",
                    () -> count(postfix, "]: connect from") == count(postfix, "]: disconnect from"));
            String id = queue(server).path(0).path("id").asText();
            assertThat(server.command("", "queue", "retry", id).exit()).isZero();
            ann.awaitStatus(later, "later@far.test", "unknown");
            assertThat(queue(server)).isEmpty();
            server.await("discarded", () -> postfix.log().contains("to=<later@far.test>, relay=none"));
            assertThat(postfix.log()).contains("TLS connection established from", "to=<bob@far.test>, relay=none");
            assertThat(server.metrics())
                    .contains("svc_out_seconds_count{outcome=\"relayed\"} 2")
                    .contains("svc_out_connections{state=\"idle\"}");
        }
    }
}
