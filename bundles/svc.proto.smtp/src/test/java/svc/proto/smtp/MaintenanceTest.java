package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** Tests that a read-only maintenance refuses new messages, and holds those in the queue. */
class MaintenanceTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    private static final String REFUSED =
            "451 4.3.2 The server is read-only for maintenance until 2031-02-03T04:05:06Z. Try again later.";

    private final String ann = SERVER.newUser().email();
    private final LocalSender bob = LocalSender.of(SERVER, SERVER.newUser().email());

    @AfterEach
    void end() {
        SERVER.maintenance().end();
    }

    @ParameterizedTest
    @ValueSource(strings = {"smtp", "lmtp"})
    void mailFromServersIsRefused(String listener) throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, listener)) {
            SERVER.maintenance().beginReadOnly();
            assertThat(client.ask("MAIL FROM:<eve@elsewhere.test>")).startsWith(REFUSED);
            client.expect("RCPT TO:<" + ann + ">", "503");
            SERVER.maintenance().end();
            client.envelope("eve@elsewhere.test", ann);
        }
    }

    @Test
    void clientsCanSignInButNotSend() throws Exception {
        SERVER.maintenance().beginReadOnly();
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith(REFUSED);
            SERVER.maintenance().end();
            client.envelope(ann, bob.user().who().email());
        }
    }

    @Test
    void aTransactionThatHasBegunIsCompletedAndItsDeliveryWaits() throws Exception {
        try (SmtpClient client = SmtpClient.signedIn(SERVER, ann)) {
            client.envelope(ann, bob.user().who().email());
            SERVER.maintenance().beginReadOnly();
            assertThat(client.data("From: " + ann + "\r\nSubject: plans\r\n\r\nDear Bob"))
                    .startsWith("250 2.0.0 Queued as q");
            assertThat(client.ask("MAIL FROM:<" + ann + ">")).startsWith(REFUSED);
        }
        String query = "['Email/query',{'accountId':'@'},'q']";
        assertThat(bob.user().using(LocalSender.BOTH, query).at("/0/1/ids")).isEmpty();
        SERVER.maintenance().end();
        bob.awaitInbox("plans");
    }
}
