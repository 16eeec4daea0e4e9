package svc.mail.domains.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.operation.AuditRecorder;
import svc.mail.domains.TestServer;
import svc.mail.domains.TestServer.Sent;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Mail from other servers to relay domains, and to other domains. */
final class RelayDomainTest {

    private static final TestServer TEST = TestServer.create();

    @RegisterExtension
    private static final BundleServer SERVER = TEST.bundles();

    @BeforeAll
    static void register() {
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@own.test");
        TEST.relay("relay.test", ann.who().account().organization(), "ann@own.test", null);
    }

    private static List<Sent> sent(String subject) {
        return TEST.sent().stream()
                .filter(one -> one.text().contains("Subject: " + subject + "\r\n"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bob@relay.test              | 250
            Bob@RELAY.test              | 250
            postmaster@relay.test       | 250
            ann@own.test                | 250
            nobody@own.test             | 550 5.1.1
            bob@far.test                | 550 5.7.1
            bob@sub.relay.test          | 550 5.7.1
            bob@notrelay.test           | 550 5.7.1
            bob@test                    | 550 5.7.1
            bob%far.test@own.test       | 550 5.1.1
            """)
    void onlyRecipientsInTheRelayDomainAreAccepted(String address, String reply) {
        assertThat(TEST.rcpt(address)).startsWith(reply + " ");
    }

    @Test
    void messageIsSentOnWithItsSenderAndATraceField() {
        assertThat(TEST.receive("carl@far.test", "on", "bob@relay.test", "eve@relay.test", "ann@own.test"))
                .containsExactly(
                        "250 2.1.5 Queued for the relay domain.",
                        "250 2.1.5 Queued for the relay domain.",
                        "250 2.1.5 Delivered.");
        LocalMailUser ann = LocalMailUser.of(SERVER, "ann@own.test");
        ann.who().await("sent", () -> sent("on").size() == 2);
        for (Sent one : sent("on")) {
            assertThat(one.mail().domain()).isEqualTo("relay.test");
            assertThat(one.mail().envelope().sender()).isEqualTo("carl@far.test");
            assertThat(one.text()).startsWith("Received: from mx.far.test").doesNotContain("Return-Path");
        }
        assertThat(sent("on"))
                .extracting(one -> one.mail().envelope().recipients().get(0).address())
                .containsExactlyInAnyOrder("bob@relay.test", "eve@relay.test");
    }

    @Test
    void messageThatTheClientRepeatsIsSentOnce() {
        for (int i = 0; i < 2; i++) {
            assertThat(TEST.receive("carl@far.test", "repeated", "bob@relay.test")
                            .get(0))
                    .startsWith("250 ");
        }
        TEST.receive("carl@far.test", "after", "bob@relay.test");
        SERVER.user("ann@own.test")
                .await(
                        "sent",
                        () -> sent("after").size() == 1 && !sent("repeated").isEmpty());
        assertThat(sent("repeated")).hasSize(1);
    }

    @Test
    void suspendedRelayDomainDefersMailAtOnce() {
        TEST.relay("away.test", "owntest", "ann@own.test", null);
        TEST.receive("carl@far.test", "before", "bob@away.test");
        SERVER.user("ann@own.test").await("sent", () -> sent("before").size() == 1);
        TEST.operations().suspend("away.test", AuditRecorder.NONE);
        assertThat(TEST.rcpt("bob@away.test")).startsWith("451 4.7.1 ");
        TEST.operations().resume("away.test", AuditRecorder.NONE);
        assertThat(TEST.rcpt("bob@away.test")).startsWith("250 ");
        SERVER.advance(Duration.ofDays(3));
        assertThat(TEST.rcpt("bob@away.test")).startsWith("451 4.7.1 ");
        TEST.operations().unregister("away.test", AuditRecorder.NONE);
        assertThat(TEST.rcpt("bob@away.test")).startsWith("550 5.7.1 ");
        TEST.operations().unregister("relay.test", AuditRecorder.NONE);
        register();
    }

    @Test
    void messageWaitsIfTheDomainIsSuspendedAfterItArrived() {
        TEST.relay("wait.test", "owntest", "ann@own.test", null);
        TEST.operations().suspend("wait.test", AuditRecorder.NONE);
        // A message whose RCPT was accepted before the suspension.
        assertThat(TEST.receive("carl@far.test", "waits", "bob@wait.test").get(0))
                .startsWith("250 ");
        SERVER.advance(Duration.ofMinutes(1));
        assertThat(sent("waits")).isEmpty();
        TEST.operations().resume("wait.test", AuditRecorder.NONE);
        SERVER.advance(Duration.ofMinutes(10));
        SERVER.user("ann@own.test").await("sent", () -> sent("waits").size() == 1);
    }

    @Test
    void fullOrLostHolderLetsTheClientTryAgain() {
        LocalMailUser full = LocalMailUser.of(SERVER, "full@holder.test");
        TEST.relay("full.test", full.who().account().organization(), "full@holder.test", null);
        SERVER.directory().limit(full.who().account(), 10);
        assertThat(TEST.receive("carl@far.test", "full", "bob@full.test").get(0))
                .startsWith("452 4.3.1 ");
        SERVER.suspend(full.who());
        assertThat(TEST.rcpt("bob@full.test")).startsWith("450 4.2.1 ");
    }
}
