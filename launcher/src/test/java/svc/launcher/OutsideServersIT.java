package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail servers of other authors deliver mail to a whole server. {@link MailPortsIT} does the same with postfix and TLS. */
@Tag("soak")
final class OutsideServersIT {

    private static final String LINE =
            "Line \u00fc of a large message, with a dot at the start of the next line.\r\n.\r\n";
    private static final int LARGE = 10_000_000;

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(
                    home.resolve("home"),
                    "--set",
                    "mail.hostname=\"mail.example.org\"",
                    "--set",
                    "server.tls_self_signed=true",
                    "--set",
                    "smtp.listen=\"127.0.0.1:0\"")
            .ready());

    @Test
    void postfixDeliversMail() throws Exception {
        deliversMail(SERVER.running(), home, "postfix", false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eximDeliversMail(boolean tls) throws Exception {
        long chunks = commands(SERVER.running(), "bdat");
        deliversMail(SERVER.running(), home, "exim4", tls);
        assertThat(commands(SERVER.running(), "bdat")).isGreaterThan(chunks);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void opensmtpdDeliversMail(boolean tls) throws Exception {
        deliversMail(SERVER.running(), home, "opensmtpd", tls);
    }

    /**
     * Sends messages through a server of another author, and checks that each recipient has each message once and
     * complete, and that the sender gets a bounce for an unknown recipient.
     *
     * @param folder where the log of the other server is written
     * @param tls whether it must use STARTTLS
     */
    static void deliversMail(RunningServer server, Path folder, String name, boolean tls) throws Exception {
        boolean utf8 = !name.equals("opensmtpd"); // it has no SMTPUTF8
        String domain = "@" + name + (tls ? "-tls" : "") + ".test";
        Sender ann = Sender.of(server, "ann" + domain);
        Sender bob = Sender.of(server, "bob" + domain);
        Sender carl = Sender.of(server, "carl" + domain);
        long handshakes = commands(server, "starttls");
        String several = LINE + "\u20ac\r\n";
        String large = LINE.repeat(LARGE / LINE.length());
        try (OutsideServer outside =
                OutsideServer.start(name, server.port("smtp"), tls, folder.resolve(name + tls + ".log"))) {
            String sender = "ann" + domain;
            List<String> recipients = List.of("bob" + domain, "nobody" + domain, "carl" + domain);
            outside.send(sender, recipients, message(sender, "several", several), "BODY=8BITMIME");
            outside.send(sender, List.of("bob" + domain), message(sender, "large", large), "BODY=8BITMIME");
            List<String> expected = new ArrayList<>(List.of("large", "several"));
            if (utf8) {
                String other = "j\u00fcrgen@far.test";
                outside.send(other, List.of("bob" + domain), message(other, "gr\u00fcn", LINE), "SMTPUTF8");
                expected.add("gr\u00fcn");
            }
            ann.user().who().await("a bounce", () -> ann.subjects("inbox").size() == 1);
            assertThat(newest(ann))
                    .contains("nobody" + domain)
                    .contains("5.1.1")
                    .doesNotContain("carl" + domain);
            bob.awaitInbox(expected.toArray(String[]::new));
            carl.awaitInbox("several");
            assertThat(newest(carl)).endsWith("\r\n\r\n" + several);
            assertThat(bodies(bob)).anyMatch(text -> text.endsWith("\r\n\r\n" + large));
        }
        assertThat(commands(server, "starttls") > handshakes).isEqualTo(tls);
    }

    private static String message(String sender, String subject, String body) {
        return String.join(
                "\r\n",
                "From: " + sender,
                "To: undisclosed-recipients:;",
                "Subject: " + subject,
                "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                "Message-ID: <" + subject.length() + sender.substring(sender.indexOf('@')) + ">",
                "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: 8bit",
                "",
                body);
    }

    private static long commands(RunningServer server, String command) {
        String series = "svc_commands_total{protocol=\"smtp\",command=\"" + command + "\",result=\"ok\"} ";
        return server.metrics()
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(series.length())))
                .sum();
    }

    private static String newest(Sender sender) {
        return bodies(sender).get(0);
    }

    /** Returns the messages of the inbox. */
    private static List<String> bodies(Sender sender) {
        List<String> texts = new ArrayList<>();
        sender.user()
                .call("Email/query", "'filter':{'inMailbox':'" + sender.user().mailbox("inbox") + "'}")
                .path("ids")
                .forEach(id -> texts.add(new String(
                        sender.user()
                                .blobs()
                                .download(
                                        sender.user().who().accountId(),
                                        sender.user()
                                                .email(id.asText(), "blobId")
                                                .path("blobId")
                                                .asText())
                                .body(),
                        UTF_8)));
        return texts;
    }
}
