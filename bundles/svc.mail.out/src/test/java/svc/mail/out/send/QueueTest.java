package svc.mail.out.send;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.dns.Resolver;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** The transport under the real queue, and what clients see of it by JMAP. */
final class QueueTest {

    private static final ScriptedHost HOST = new ScriptedHost("127.0.0.1", 0);
    private static final Zone ZONE =
            new Zone().address("mx.far.test", "127.0.0.1").mx("none.test", 0, ".");

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail("svc.mail.out")
            .configured("svc.mail.out", Map.of("port", HOST.port(), "allow.private", true))
            .configured("svc.mail", Map.of("hostname", "mail.own.test"))
            .providing(Resolver.class, directory -> ZONE)
            .providing(OutboundHttpClient.class, directory -> new NoWeb());

    /** No domain of the test has an MTA-STS policy. */
    private static final class NoWeb implements OutboundHttpClient {

        @Override
        public void check(HttpTarget target, TargetRule rule) {}

        @Override
        public OutboundResponse send(OutboundRequest request) throws IOException {
            throw new IOException("There is no web server.");
        }

        @Override
        public OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) throws IOException {
            throw new IOException("There is no web server.");
        }
    }

    @AfterAll
    static void close() {
        HOST.close();
    }

    private static LocalSender sender(String email, String... domains) {
        for (String domain : domains) {
            ZONE.mx(domain, 10, "mx.far.test");
        }
        return LocalSender.of(SERVER, email);
    }

    @Test
    void clientSeesThatTheMessageWasRelayed() {
        LocalSender ann = sender("ann@own.test", "relayed.test");
        String id = ann.send("bob@relayed.test", "one");
        JsonNode submission = ann.awaitStatus(id, "bob@relayed.test", "unknown");
        assertThat(submission.at("/deliveryStatus/bob@relayed.test/smtpReply").asText())
                .isEqualTo("250 2.0.0 mx.far.test said: Taken");
        assertThat(submission.path("undoStatus").asText()).isEqualTo("final");
        assertThat(HOST.messages()).anyMatch(message -> message.contains("Subject: one\r\n"));
        assertThat(HOST.commands("EHLO")).contains("EHLO mail.own.test");
    }

    @Test
    void refusedMessageIsReturnedToTheSender() {
        LocalSender ann = sender("ann@refused.test", "no.test");
        HOST.replies("RCPT TO:<bob@no.test>", "550 5.1.1 Unknown");
        String id = ann.send("bob@no.test", "lost");
        JsonNode submission = ann.awaitStatus(id, "bob@no.test", "no");
        assertThat(submission.at("/deliveryStatus/bob@no.test/smtpReply").asText())
                .isEqualTo("550 5.1.1 mx.far.test said: Unknown");
        ann.awaitInbox("Not delivered: your message to bob@no.test");
        ann.send("bob@none.test", "null");
        ann.awaitInbox("Not delivered: your message to bob@no.test", "Not delivered: your message to bob@none.test");
    }

    @Test
    void deferredMessageIsSentLater() {
        LocalSender ann = sender("ann@later.test", "grey.test");
        HOST.replies("RCPT TO:<bob@grey.test>", "450 4.7.1 Greylisted", "250 OK");
        String id = ann.send("bob@grey.test", "grey");
        ann.user()
                .who()
                .await(
                        "deferred",
                        () -> ann.status(id, "bob@grey.test")
                                .path("smtpReply")
                                .asText()
                                .equals("450 4.7.1 mx.far.test said: Greylisted"));
        assertThat(ann.status(id, "bob@grey.test").path("delivered").asText()).isEqualTo("queued");
        SERVER.advance(Duration.ofMinutes(5));
        ann.awaitStatus(id, "bob@grey.test", "unknown");
    }

    @Test
    void unreachableDomainWaitsAndItsReplyNamesTheHost() {
        LocalSender ann = sender("ann@waits.test", "down.test");
        HOST.replies("MAIL FROM:<ann@waits.test>", "421 4.3.2 Going down");
        String id = ann.send("bob@down.test", "down");
        ann.user()
                .who()
                .await(
                        "deferred",
                        () -> ann.status(id, "bob@down.test")
                                .path("smtpReply")
                                .asText()
                                .equals(
                                        "451 4.4.1 No server of down.test can be reached: mx.far.test: it said 421 Going down"));
        JsonNode canceled = ann.call("EmailSubmission/set", "'update':{'" + id + "':{'undoStatus':'canceled'}}");
        assertThat(canceled.path("updated").has(id)).as(canceled.toString()).isTrue();
    }

    @Test
    void messageThatIsBeingSentCannotBeCanceled() {
        LocalSender ann = sender("ann@undo.test", "slow.test");
        HOST.replies("MAIL FROM:<ann@undo.test>", ScriptedHost.LATE);
        String id = ann.send("bob@slow.test", "slow");
        ann.user()
                .who()
                .await(
                        "connected",
                        () -> !HOST.commands("MAIL FROM:<ann@undo.test>").isEmpty());
        JsonNode answer = ann.call("EmailSubmission/set", "'update':{'" + id + "':{'undoStatus':'canceled'}}");
        assertThat(answer.at("/notUpdated/" + id + "/type").asText()).isEqualTo("cannotUnsend");
        HOST.release();
        ann.awaitStatus(id, "bob@slow.test", "unknown");
    }
}
