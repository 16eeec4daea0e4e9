package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.delivery.MailTrace;
import svc.api.delivery.MailTrace.RefusedMail;
import svc.testkit.bundles.BundleServer;

/** Tests which refusals are recorded, and the ids in the replies. */
class MailTraceTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();
    private static final Queue<RefusedMail> REFUSED = new ConcurrentLinkedQueue<>();

    @RegisterExtension
    private static final BundleServer SERVER =
            SmtpServer.with(INTAKE).providing(MailTrace.class, directory -> REFUSED::add);

    @BeforeEach
    void clear() {
        INTAKE.clear();
        REFUSED.clear();
    }

    /** Returns the id at the end of a reply. */
    private static String id(String reply) {
        assertThat(reply).matches(".* \\([0-9a-f]{12}(-[0-9]+)?\\)");
        return reply.substring(reply.lastIndexOf('(') + 1, reply.length() - 1);
    }

    private static RefusedMail only() {
        assertThat(REFUSED).hasSize(1);
        return REFUSED.element();
    }

    @Test
    void recordsARefusedRecipientWithItsTransaction() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test", "ann@one.test");
            String reply = client.ask("RCPT TO:<unknown@one.test>");
            RefusedMail refused = only();
            assertThat(refused.sender()).contains("carl@far.test");
            assertThat(refused.recipients()).containsExactly("unknown@one.test");
            assertThat(refused.reply().toString()).isEqualTo("550 5.1.1 No account has this address.");
            assertThat(refused.account()).isEmpty();
            assertThat(refused.arrival().trace()).isEqualTo(id(reply)).endsWith("-1");
            assertThat(refused.arrival().listener()).isEqualTo("smtp");
            assertThat(refused.arrival().helo()).isEqualTo("client.test");
            assertThat(refused.arrival().client().isLoopbackAddress()).isTrue();
            assertThat(id(client.data("x"))).isEqualTo(id(reply));
            assertThat(INTAKE.only().arrival().trace()).isEqualTo(id(reply));
            String next = client.ask("MAIL FROM:<bad>");
            assertThat(id(next)).isEqualTo(id(reply).replace("-1", "-2"));
        }
        assertThat(REFUSED).hasSize(2);
    }

    @Test
    void recordsARefusedSender() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.expect("MAIL FROM:<carl>", "553 5.1.7");
        }
        assertThat(only().sender()).contains("carl");
        assertThat(only().recipients()).isEmpty();
    }

    @Test
    void recordsARefusedMessageForItsRecipients() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test", "ann@one.test", "eve@one.test");
            String reply = client.data("a\nb");
            assertThat(reply).startsWith("550 5.6.11");
            assertThat(id(reply)).isEqualTo(only().arrival().trace());
        }
        assertThat(only().recipients()).containsExactly("ann@one.test", "eve@one.test");
        assertThat(only().sender()).contains("carl@far.test");
    }

    @Test
    void recordsAMessageThatIsTooLarge() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("carl@far.test", "ann@one.test");
            String reply = client.data(("x".repeat(98) + "\r\n").repeat(700));
            assertThat(reply).startsWith("552 5.3.4");
            assertThat(id(reply)).isEqualTo(only().arrival().trace());
        }
        assertThat(only().size()).isGreaterThan(SmtpServer.MAX_SIZE);
    }

    @Test
    void recordsRefusalsOutsideOfTransactions() throws Exception {
        List<String> ids = new ArrayList<>();
        try (SmtpClient client = SmtpClient.connect(SERVER, "smtp", "127.0.0.1")) {
            client.expect("220");
            ids.add(id(client.ask("EHLO a b")));
            client.expect("EHLO client.test", "250");
            ids.add(id(client.ask("RCPT TO:<ann@one.test>")));
            client.envelope("carl@far.test");
            ids.add(id(client.ask("DATA")));
            client.expect("RSET", "250");
            ids.add(id(client.ask("NONSENSE")));
        }
        assertThat(REFUSED.stream().map(refused -> refused.arrival().trace())).isEqualTo(ids);
        assertThat(ids.get(0)).hasSize(12).isEqualTo(ids.get(1)).isEqualTo(ids.get(3));
        assertThat(ids.get(2)).isEqualTo(ids.get(0) + "-1");
        assertThat(REFUSED).extracting(RefusedMail::recipients).containsOnly(List.of());
    }

    @Test
    void recordsAFailedSignInWithoutItsResponse() throws Exception {
        try (SmtpClient client = SmtpClient.withTls(SERVER)) {
            String reply = client.ask("AUTH PLAIN " + SmtpClient.plain("ann@one.test", "wrong-password"));
            assertThat(reply).startsWith("535 5.7.8");
            assertThat(id(reply)).isEqualTo(only().arrival().trace());
        }
        assertThat(only().toString()).doesNotContain("wrong-password");
        assertThat(only().arrival().listener()).isEqualTo("submission");
    }

    @Test
    void recordsTheAccountOfASignedInClient() throws Exception {
        try (SmtpClient client =
                SmtpClient.signedIn(SERVER, SERVER.user("ann@one.test").email())) {
            client.expect("MAIL FROM:<eve@far.test>", "550 5.7.1");
        }
        assertThat(only().account()).contains(SERVER.user("ann@one.test").account());
        assertThat(only().sender()).contains("eve@far.test");
    }
}
