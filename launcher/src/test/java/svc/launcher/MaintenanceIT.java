package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.LineClient;
import svc.testkit.bundles.MailCalls;

/** The maintenance mode of a whole server, as clients of each protocol and administrators see it. */
final class MaintenanceIT {

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> TestClock.svc()
            .start(
                    home,
                    "--set",
                    "mail.hostname=\"mail.example.org\"",
                    "--set",
                    "server.tls_self_signed=true",
                    "--set",
                    "smtp.listen=\"127.0.0.1:0\"",
                    "--set",
                    "submission.tls_listen=\"127.0.0.1:0\"",
                    "--set",
                    "imap.listen=\"127.0.0.1:0\"")
            .ready());

    private static final String NOTICE = "The server is read-only for maintenance until ";

    private static SvcCommand.Finished command(String... words) {
        return SERVER.running().command("", words);
    }

    private static void begin(String... more) {
        String[] words = {"maintenance", "begin", "--for", "30m", "--reason", "new disk"};
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        assertThat(command(all).exit()).isZero();
    }

    private static JsonNode show() {
        return MailCalls.json(command("maintenance", "show", "--json").out());
    }

    @AfterEach
    void end() {
        if (show().path("active").asBoolean()) {
            command("maintenance", "end");
        }
    }

    /** A user with an app password. */
    private record Client(Sender sender, String email, String password) {

        static Client of(String email) {
            Sender sender = Sender.of(SERVER.running(), email);
            JsonNode created =
                    MailCalls.json(command("app-password", "create", "--account", email, "--name", "mail", "--json")
                            .out());
            return new Client(sender, email, created.path("secret").asText());
        }

        LineClient imap() throws IOException {
            LineClient lines = LineClient.connect(SERVER.running().port("imap"));
            assertThat(lines.line()).startsWith("* OK");
            assertThat(tagged(lines, "LOGIN " + email + " " + password)).startsWith("OK");
            assertThat(tagged(lines, "SELECT INBOX")).startsWith("OK");
            return lines;
        }

        LineClient submission() throws IOException {
            LineClient lines =
                    LineClient.connect(SERVER.running().port("submissions")).tls();
            assertThat(lines.line()).startsWith("220");
            assertThat(ask(lines, "EHLO client.test")).startsWith("250");
            String plain = Base64.getEncoder().encodeToString(("\0" + email + "\0" + password).getBytes(UTF_8));
            assertThat(lines.ask("AUTH PLAIN " + plain)).startsWith("235");
            return lines;
        }
    }

    /** Sends a command of IMAP; returns the tagged response without its tag. */
    private static String tagged(LineClient lines, String command) throws IOException {
        String line = lines.ask("t " + command);
        while (!line.startsWith("t ")) {
            line = lines.line();
        }
        return line.substring(2);
    }

    /** Sends a command of SMTP; returns the last line of the reply. */
    private static String ask(LineClient lines, String command) throws IOException {
        String line = lines.ask(command);
        while (line.matches("[0-9]{3}-.*")) {
            line = lines.line();
        }
        return line;
    }

    private static HttpResponse<String> upload(Client client) {
        SignedIn user = client.sender().user().who();
        return user.post("/jmap/upload/" + user.accountId(), "text");
    }

    private static String create(Client client, String name) {
        return client.sender().user().error("Mailbox/set", "'create':{'k':{'name':'" + name + "'}}");
    }

    @Test
    void readOnlyMaintenanceRefusesWritesOfEachProtocol() throws Exception {
        Client ann = Client.of("ann@readonly.test");
        ann.sender().user().bring("Subject: kept", "", "text");
        try (LineClient imap = ann.imap();
                LineClient smtp = LineClient.connect(SERVER.running().port("smtp"))) {
            smtp.line();
            ask(smtp, "EHLO client.test");
            begin("--read-only");
            assertThat(create(ann, "Refused")).isEqualTo("accountReadOnly");
            HttpResponse<String> upload = upload(ann);
            assertThat(upload.statusCode()).isEqualTo(503);
            assertThat(upload.body()).contains(NOTICE);
            assertThat(upload.headers().firstValue("Retry-After").orElse("")).endsWith(" GMT");
            assertThat(tagged(imap, "STORE 1 +FLAGS (\\Flagged)")).startsWith("NO [UNAVAILABLE] " + NOTICE);
            assertThat(tagged(imap, "FETCH 1 FLAGS")).startsWith("OK");
            assertThat(smtp.ask("MAIL FROM:<carl@far.test>")).startsWith("451 4.3.2 " + NOTICE);
            try (LineClient submission = ann.submission()) {
                assertThat(submission.ask("MAIL FROM:<" + ann.email() + ">")).startsWith("451 4.3.2 " + NOTICE);
            }
            assertThat(SignedIn.again(SERVER.running(), ann.email())
                            .get("/.well-known/jmap")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(ann.sender().subjects("inbox")).containsExactly("kept");

            assertThat(command("maintenance", "end").exit()).isZero();
            ann.sender().user().newMailbox("Accepted");
            assertThat(upload(ann).statusCode()).isEqualTo(201);
            assertThat(tagged(imap, "STORE 1 +FLAGS (\\Flagged)")).startsWith("OK");
            assertThat(smtp.ask("MAIL FROM:<carl@far.test>")).startsWith("250");
        }
    }

    @Test
    void administratorsSeeTheMaintenance() {
        begin();
        assertThat(show().path("read_only").asBoolean(true)).isFalse();
        assertThat(show().path("reason").asText()).isEqualTo("new disk");
        assertThat(SERVER.running().metric("maintenance")).isEqualTo(1);
        assertThat(SERVER.running().metric("maintenance_read_only")).isZero();
        JsonNode finding = MailCalls.json(
                        command("doctor", "--only", "maintenance", "--json").out())
                .path(0);
        assertThat(finding.path("status").asText()).isEqualTo("ok");
        assertThat(finding.path("detail").asText()).contains("new disk");
        assertThat(command("maintenance", "begin", "--for", "1h", "--reason", "again")
                        .err())
                .contains("`svc maintenance end`");
        assertThat(command("maintenance", "begin", "--for", "13h", "--reason", "long")
                        .err())
                .contains("from 1s to 12h");
        assertThat(command("maintenance", "begin", "--reason", "long").exit()).isNotZero();
        assertThat(command("maintenance", "begin", "--for", "1h", "--reason", "x", "--drain")
                        .exit())
                .isNotZero();
        assertThat(SERVER.running().admin("DELETE", "/maintenance", "").statusCode())
                .isEqualTo(200);
        assertThat(SERVER.running().metric("maintenance")).isZero();
        assertThat(command("audit", "list", "--limit", "30", "--json").out())
                .contains("maintenance.begin", "maintenance.end", "new disk");
    }

    @Test
    void aMessageInTheQueueIsDeliveredWhenTheMaintenanceEndsByItself() throws Exception {
        Client ann = Client.of("ann@queued.test");
        Sender bob = Sender.of(SERVER.running(), "bob@queued.test");
        try (LineClient submission = ann.submission()) {
            assertThat(submission.ask("MAIL FROM:<" + ann.email() + "> HOLDFOR=60"))
                    .startsWith("250");
            assertThat(submission.ask("RCPT TO:<bob@queued.test>")).startsWith("250");
            assertThat(submission.ask("DATA")).startsWith("354");
            begin("--read-only");
            assertThat(submission.ask("From: " + ann.email() + "\r\nSubject: later\r\n\r\nx\r\n."))
                    .startsWith("250");
        }
        command("clock", "advance", "PT20M");
        assertThat(MailCalls.json(command("doctor", "--only", "queue", "--json").out())
                        .findValuesAsText("status"))
                .containsOnly("ok");
        assertThat(bob.subjects("inbox")).isEmpty();
        command("clock", "advance", "PT10M");
        bob.awaitInbox("later");
        assertThat(show().path("active").asBoolean()).isFalse();
    }
}
