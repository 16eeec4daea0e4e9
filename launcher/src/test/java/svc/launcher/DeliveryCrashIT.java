package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/**
 * Messages to two recipients and to an unknown address are sent while the server is killed now and then, and one
 * recipient sends MDNs. An acknowledged message is delivered to each recipient exactly once; any other message to both
 * once, or to none. For each delivered message, the sender receives exactly one bounce and one MDN.
 */
final class DeliveryCrashIT {

    private static final String ANN = "ann@crash.test";
    private static final String BOB = "bob@crash.test";
    private static final String EVE = "eve@crash.test";
    private static final String MDN = "urn:ietf:params:jmap:mdn";

    @TempDir
    private Path home;

    @Test
    @Covers(value = "DOM-01", part = "submission")
    void eachMessageIsDeliveredOnceDespiteFourKills() throws Exception {
        send(Long.getLong("svc.seed", 1), 40, 2);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "submission")
    void eachMessageIsDeliveredOnceDespiteFiftyKills() throws Exception {
        send(Long.getLong("svc.seed", 2), 500, 50);
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7"},
            part = "submission")
    void heldMessageIsSentOnTimeAfterARestart() {
        String id;
        Sender ann;
        try (RunningServer server = TestClock.svc().start(home).ready()) {
            ann = Sender.of(server, "ann@hold.test");
            Sender.of(server, "bob@hold.test");
            String email = ann.draft("bob@hold.test", "later");
            JsonNode created = ann.submit(
                    email,
                    ",'envelope':{'mailFrom':{'email':'ann@hold.test','parameters':{'holdfor':'3600'}},"
                            + "'rcptTo':[{'email':'bob@hold.test'}]}");
            id = created.at("/created/s/id").asText();
            assertThat(id).as(created.toString()).isNotEmpty();
            assertThat(ann.submission(id).path("undoStatus").asText()).isEqualTo("pending");
            server.kill();
        }
        try (RunningServer server = TestClock.svc().start(home).ready()) {
            ann = ann.at(server);
            Sender bob = Sender.of(MailUser.of(server, "bob@hold.test"));
            assertThat(bob.subjects("inbox")).isEmpty();
            assertThat(ann.submission(id).path("undoStatus").asText()).isEqualTo("pending");
            assertThat(server.command("", "clock", "advance", "PT1H1S").exit()).isZero();
            ann.awaitStatus(id, "bob@hold.test", "yes");
            bob.awaitInbox("later");
        }
    }

    private void send(long seed, int messages, int kills) throws Exception {
        Random random = new Random(seed);
        ExecutorService killer = Executors.newSingleThreadExecutor();
        RunningServer server = SvcCommand.svc().start(home).ready();
        try {
            Sender ann = Sender.of(server, ANN);
            Sender bob = Sender.of(server, BOB);
            Sender.of(server, EVE);
            Set<String> acknowledged = new HashSet<>();
            Set<String> doubtful = new HashSet<>();
            int between = messages / kills;
            for (int i = 0; i < messages; i++) {
                String subject = "message" + i;
                Future<?> killed = null;
                if (i % between == between - 1) {
                    RunningServer killedServer = server;
                    killed = killer.submit(() -> killedServer.killAfter(Duration.ofMillis(random.nextInt(120))));
                }
                try {
                    sendAskingForMdn(ann, subject);
                    acknowledged.add(subject);
                    sendMdns(bob);
                } catch (UncheckedIOException gone) {
                    doubtful.add(subject);
                }
                if (killed != null) {
                    killed.get(1, TimeUnit.MINUTES);
                    server.close();
                    server = SvcCommand.svc().start(home).ready();
                    ann = ann.at(server);
                    bob = bob.at(server);
                }
            }
            compare(server, acknowledged, doubtful);
            assertThat(server.terminate()).isZero();
        } finally {
            killer.shutdownNow();
            server.close();
        }
    }

    private static void sendAskingForMdn(Sender ann, String subject) {
        String draft = ann.draft("'from':[{'email':'" + ANN + "'}],'to':"
                + SendingCalls.addresses(String.join(",", BOB, EVE, unknown(subject))) + ",'subject':'" + subject
                + "','header:Disposition-Notification-To:asAddresses':[{'email':'" + ANN + "'}]");
        JsonNode created = ann.submit(draft, "");
        assertThat(created.at("/created/s/id").isTextual())
                .as(created.toString())
                .isTrue();
    }

    private static String unknown(String subject) {
        return subject + "-unknown@crash.test";
    }

    /** Sends an MDN for each email in the inbox for which none was sent. */
    private static void sendMdns(Sender bob) {
        for (JsonNode email : bob.user()
                .call(
                        "Email/query",
                        "'filter':{'notKeyword':'$mdnsent','inMailbox':'"
                                + bob.user().mailbox("inbox") + "'}")
                .path("ids")) {
            JsonNode response = bob.user()
                    .using(
                            List.of(MailCalls.URN, MDN),
                            "['MDN/send',{'accountId':'@','identityId':'" + bob.identity()
                                    + "','send':{'k':{'forEmailId':'" + email.asText()
                                    + "','disposition':{'actionMode':'manual-action','sendingMode':'mdn-sent-manually','type':'displayed'}}},"
                                    + "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true}}},'c']");
            assertThat(response.at("/0/1/sent").has("k"))
                    .as(response.toString())
                    .isTrue();
        }
    }

    private static void compare(RunningServer server, Set<String> acknowledged, Set<String> doubtful) {
        awaitEmptyQueue(server);
        Sender bob = Sender.of(server, BOB);
        sendMdns(bob);
        awaitEmptyQueue(server);
        List<String> received = bob.subjects("inbox");
        assertThat(received).as("none twice").doesNotHaveDuplicates();
        assertThat(received).as("none lost").containsAll(acknowledged);
        Set<String> beyond = new HashSet<>(received);
        beyond.removeAll(acknowledged);
        assertThat(doubtful).as("none but those that were sent").containsAll(beyond);
        assertThat(Sender.of(server, EVE).subjects("inbox"))
                .as("both or neither")
                .containsExactlyInAnyOrderElementsOf(received);
        Sender ann = Sender.of(server, ANN);
        List<String> notifications = new ArrayList<>();
        for (String subject : received) {
            notifications.add("Not delivered: your message to " + unknown(subject));
            notifications.add("Displayed: " + subject);
        }
        assertThat(ann.subjects("inbox"))
                .as("one bounce and one MDN for each message")
                .containsExactlyInAnyOrderElementsOf(notifications);
        for (JsonNode submission : ann.call("EmailSubmission/get", "'ids':null").path("list")) {
            assertThat(submission.path("dsnBlobIds")).as(submission.toString()).hasSize(1);
            assertThat(submission.path("mdnBlobIds")).as(submission.toString()).hasSize(1);
        }
        assertThat(server.command("", "job", "list", "--json").out()).doesNotContain("svc.delivery");
    }

    private static void awaitEmptyQueue(RunningServer server) {
        server.await(
                "the queue empty",
                () -> server.command("", "queue", "list", "--json").out().contains("\"total\":0"));
    }
}
