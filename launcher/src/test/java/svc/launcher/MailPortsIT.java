package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.LineClient;
import svc.testkit.Prerequisite;
import svc.testkit.bundles.MailCalls;

/** SMTP, submission and LMTP of a whole server, with mail clients and a mail server of other authors. */
final class MailPortsIT {

    private static final String[] PORTS = {
        "--set", "mail.hostname=\"mail.example.org\"",
        "--set", "server.tls_self_signed=true",
        "--set", "smtp.listen=\"127.0.0.1:0\"",
        "--set", "submission.listen=\"127.0.0.1:0\"",
        "--set", "submission.tls_listen=\"127.0.0.1:0\"",
        "--set", "lmtp.listen=\"127.0.0.1:0\""
    };

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER =
            new ServerOfClass(() -> SvcCommand.svc().start(home, PORTS).ready());

    /** A sender with an app password. */
    private record Client(Sender sender, String appPassword, String appPasswordId) {

        static Client of(String email) {
            Sender sender = Sender.of(SERVER.running(), email);
            JsonNode created = MailCalls.json(SERVER.running()
                    .command("", "app-password", "create", "--account", email, "--name", "mail", "--json")
                    .out());
            return new Client(
                    sender, created.path("secret").asText(), created.path("id").asText());
        }

        String email() {
            return sender.user().who().email();
        }

        String plain(String secret) {
            return "AUTH PLAIN " + Base64.getEncoder().encodeToString(("\0" + email() + "\0" + secret).getBytes(UTF_8));
        }
    }

    /** Runs a program to its end; returns its exit code, and its output after it. */
    private static String run(String input, List<String> words) throws Exception {
        Prerequisite.program("MailPortsIT", words.get(0));
        Path file = Files.createTempFile(home, "input", ".txt");
        Files.writeString(file, input);
        Path output = Files.createTempFile(home, "output", ".txt");
        Process process = new ProcessBuilder(words)
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + "\n" + Files.readString(output);
    }

    private static String swaks(String listener, String from, String to, String subject, String... more)
            throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "swaks",
                "--server",
                "127.0.0.1",
                "--port",
                Integer.toString(SERVER.running().port(listener))));
        words.addAll(List.of("--from", from, "--to", to, "--header", "Subject: " + subject, "--helo", "client.test"));
        words.addAll(List.of(more));
        return run("", words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--tls"})
    void swaksSendsMailToAnAccount(String tls) throws Exception {
        Sender ann = Sender.of(SERVER.running(), "ann" + tls.length() + "@in.test");
        String address = ann.user().who().email();
        String output = tls.isEmpty()
                ? swaks("smtp", "carl@far.test", address, "by swaks")
                : swaks("smtp", "carl@far.test", address, "by swaks", tls);
        assertThat(output).startsWith("0\n");
        ann.awaitInbox("by swaks");
        assertThat(swaks("smtp", "carl@far.test", "nobody@in.test", "lost"))
                .startsWith("24\n")
                .contains("550 5.1.1 No account has this address.");
        assertThat(swaks("smtp", "carl@far.test", "carl@far.test", "relayed"))
                .contains("550 5.7.1 This server does not relay mail for other servers.");
    }

    @Test
    void postfixDeliversMail() throws Exception {
        OutsideServersIT.deliversMail(SERVER.running(), home, "postfix", true);
    }

    @Test
    void swaksSendsMailByLmtp() throws Exception {
        Sender ann = Sender.of(SERVER.running(), "ann@lmtp.test");
        assertThat(swaks("lmtp", "carl@far.test", "ann@lmtp.test", "by lmtp", "--protocol", "LMTP"))
                .startsWith("0\n");
        ann.awaitInbox("by lmtp");
    }

    @ParameterizedTest
    @CsvSource({"submission,--tls,PLAIN", "submission,--tls,LOGIN", "submissions,--tlsc,PLAIN"})
    @Covers(value = "AUTH-10", part = "SMTP", open = "IMAP and DAV")
    @Covers(value = "DPOP-09", part = "SMTP", open = "IMAP and DAV")
    void swaksSubmitsMailWithAnAppPassword(String listener, String tls, String mechanism) throws Exception {
        String domain = "@" + listener + mechanism.toLowerCase(Locale.ROOT) + ".test";
        Client ann = Client.of("ann" + domain);
        Sender bob = Sender.of(SERVER.running(), "bob" + domain);
        String[] signIn = {tls, "--auth", mechanism, "--auth-user", ann.email(), "--auth-password", ann.appPassword()};
        assertThat(swaks(listener, ann.email(), "bob" + domain, "submitted", signIn))
                .startsWith("0\n");
        bob.awaitInbox("submitted");
        assertThat(swaks(listener, "eve@far.test", "bob" + domain, "forged", signIn))
                .startsWith("23\n")
                .contains("550 5.7.1");
        signIn[signIn.length - 1] = "wrong";
        assertThat(swaks(listener, ann.email(), "bob" + domain, "guessed", signIn))
                .startsWith("28\n")
                .contains("535 5.7.8");
        SERVER.running().command("", "app-password", "revoke", ann.appPasswordId(), "--account", ann.email());
        signIn[signIn.length - 1] = ann.appPassword();
        assertThat(swaks(listener, ann.email(), "bob" + domain, "revoked", signIn))
                .startsWith("28\n");
    }

    @ParameterizedTest
    @CsvSource({"submission,on", "submissions,off"})
    void msmtpSubmitsMail(String listener, String startTls) throws Exception {
        String domain = "@msmtp" + startTls + ".test";
        Client ann = Client.of("ann" + domain);
        Sender bob = Sender.of(SERVER.running(), "bob" + domain);
        Path config = home.resolve("msmtprc-" + startTls);
        Files.writeString(
                config,
                String.join(
                        "\n",
                        "account default",
                        "host 127.0.0.1",
                        "port " + SERVER.running().port(listener),
                        "from " + ann.email(),
                        "auth on",
                        "user " + ann.email(),
                        "password " + ann.appPassword(),
                        "tls on",
                        "tls_starttls " + startTls,
                        "tls_certcheck off",
                        ""));
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
        String message = "From: " + ann.email() + "\nTo: bob" + domain + "\nSubject: by msmtp\n\nfrom a pipe\n";
        assertThat(run(message, List.of("msmtp", "-C", config.toString(), "bob" + domain)))
                .startsWith("0\n");
        bob.awaitInbox("by msmtp");
    }

    private static LineClient signedIn(RunningServer server, Client client) throws IOException {
        LineClient lines = LineClient.connect(server.port("submissions")).tls();
        assertThat(lines.line()).startsWith("220 mail.example.org");
        assertThat(lines.ask("HELO client.test")).startsWith("250");
        assertThat(lines.ask(client.plain(client.appPassword()))).startsWith("235");
        return lines;
    }

    @Test
    @Covers(value = "ADM-11", part = "a connection of SMTP", open = "IMAP")
    void connectionEndsWhenTheAccountIsDisabled() throws Exception {
        Client ann = Client.of("ann@disabled.test");
        try (LineClient lines = signedIn(SERVER.running(), ann)) {
            assertThat(lines.ask("NOOP")).startsWith("250");
            SERVER.running()
                    .admin("POST", "/accounts/" + ann.sender().user().who().accountId() + "/disable", "");
            assertThat(lines.line()).startsWith("421 4.7.0");
            assertThat(lines.line()).isEqualTo("(end)");
        }
        assertThat(swaks("smtp", "carl@far.test", "ann@disabled.test", "still accepted"))
                .startsWith("0\n");
    }

    @Test
    void connectionEndsWhenTheAppPasswordIsRevoked() throws Exception {
        Client ann = Client.of("ann@revoked.test");
        try (LineClient lines = signedIn(SERVER.running(), ann)) {
            SERVER.running().command("", "app-password", "revoke", ann.appPasswordId(), "--account", ann.email());
            assertThat(lines.line()).startsWith("421 4.7.0");
        }
    }

    @Test
    @Covers("SMTP-03")
    void shutdownEndsIdleConnectionsAndLetsAMessageFinish(@TempDir Path other) throws Exception {
        try (RunningServer server = SvcCommand.svc().start(other, PORTS).ready()) {
            Sender.of(server, "ann@stop.test");
            LineClient idle = LineClient.connect(server.port("smtp"));
            assertThat(idle.line()).startsWith("220");
            LineClient busy = LineClient.connect(server.port("smtp"));
            assertThat(busy.line()).startsWith("220");
            busy.ask("HELO client.test");
            busy.ask("MAIL FROM:<carl@far.test>");
            assertThat(busy.ask("RCPT TO:<ann@stop.test>")).startsWith("250");
            assertThat(busy.ask("DATA")).startsWith("354");
            ProcessHandle.of(server.pid()).orElseThrow().destroy();
            assertThat(idle.line()).startsWith("421 4.3.2");
            assertThat(idle.line()).isEqualTo("(end)");
            assertThat(busy.ask("From: carl@far.test\r\nSubject: in time\r\n\r\nx\r\n."))
                    .startsWith("250");
            assertThat(server.exit()).isZero();
        }
    }

    private static JsonNode trace(String... words) {
        List<String> command = new ArrayList<>(List.of("mail", "trace"));
        command.addAll(List.of(words));
        command.add("--json");
        return MailCalls.json(
                SERVER.running().command("", command.toArray(String[]::new)).out());
    }

    /** Returns the id at the end of the reply with a code. */
    private static String traceId(String output, String code) {
        Matcher reply =
                Pattern.compile(code + " .*\\(([0-9a-f]+(?:-[0-9]+)?)\\)").matcher(output);
        assertThat(reply.find()).as(output).isTrue();
        return reply.group(1);
    }

    @Test
    void traceTellsWhyAMessageWasRefused() throws Exception {
        Sender.of(SERVER.running(), "ann@trace.test");
        String output = swaks("smtp", "carl@far.test", "anne@trace.test", "refused");
        JsonNode trace = trace(traceId(output, "550 5.1.1"));
        JsonNode message = trace.path("messages").path(0);
        assertThat(message.path("verdict").asText()).isEqualTo("refused");
        assertThat(message.path("client").asText()).isEqualTo("127.0.0.1");
        assertThat(message.path("helo").asText()).isEqualTo("client.test");
        assertThat(message.path("listener").asText()).isEqualTo("smtp");
        assertThat(message.path("sender").asText()).isEqualTo("carl@far.test");
        JsonNode event = trace.path("events").path(0);
        assertThat(event.path("recipient").asText()).isEqualTo("anne@trace.test");
        assertThat(event.path("reply").asText()).startsWith("550 5.1.1");
        assertThat(trace("--recipient", "anne@trace.test")).isEqualTo(trace);
        HttpResponse<String> response = SERVER.running().admin("GET", "/mail/trace?recipient=anne@trace.test", "");
        assertThat(MailCalls.json(response.body())).isEqualTo(trace);
    }

    @Test
    void traceTellsWhereAMessageWasFiled() throws Exception {
        Client ann = Client.of("ann@traced.test");
        Sender bob = Sender.of(SERVER.running(), "bob@traced.test");
        String output =
                swaks("smtp", "carl@far.test", "bob@traced.test", "filed", "--header", "Message-Id: <filed@x.test>");
        JsonNode trace = trace(traceId(output, "250 2.1.5"));
        assertThat(trace.path("messages").path(0).path("verdict").asText()).isEqualTo("accepted");
        assertThat(trace.at("/checks/0/field").asText()).startsWith("Authentication-Results: mail.example.org;");
        assertThat(trace.at("/events/0/filed_in/0").asText()).isEqualTo("Inbox");
        assertThat(trace("<filed@x.test>")).isEqualTo(trace);
        String submitted = swaks(
                "submission",
                ann.email(),
                "bob@traced.test",
                "traced",
                "--tls",
                "--auth",
                "PLAIN",
                "--auth-user",
                ann.email(),
                "--auth-password",
                ann.appPassword());
        bob.awaitInbox("filed", "traced");
        String id = traceId(submitted, "250 2.0.0");
        SERVER.running().await("delivered", () -> trace(id).path("events").size() == 3);
        List<String> states = new ArrayList<>();
        trace(id).path("events").forEach(one -> states.add(one.path("state").asText()));
        assertThat(states).containsExactly("queued", "filed", "delivered");
        assertThat(trace(trace(id).at("/events/0/queue_id").asText())).isEqualTo(trace(id));
    }

    @Test
    void countsCommandsAndMessages() throws Exception {
        Sender.of(SERVER.running(), "ann@metrics.test");
        swaks("smtp", "carl@far.test", "ann@metrics.test", "counted");
        swaks("smtp", "carl@far.test", "nobody@metrics.test", "refused");
        assertThat(SERVER.running().metrics())
                .contains("svc_commands_total{protocol=\"smtp\",command=\"rcpt\",result=\"ok\"}")
                .contains("svc_commands_total{protocol=\"smtp\",command=\"rcpt\",result=\"refused\"}")
                .contains("svc_smtp_refused_total{reason=\"unknown_recipient\"}")
                .contains("svc_mail_received_total{result=\"ok\"}");
    }
}
