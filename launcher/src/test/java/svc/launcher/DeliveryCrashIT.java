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

/**
 * Messages to two recipients each are sent while the server is killed now and then. An acknowledged message is
 * delivered to each recipient exactly once; any other message to both once, or to none.
 */
final class DeliveryCrashIT {

    private static final String ANN = "ann@crash.test";
    private static final List<String> OTHERS = List.of("bob@crash.test", "eve@crash.test");

    @TempDir
    private Path home;

    @Test
    @Covers(value = "DOM-01", part = "submission")
    void eachMessageIsDeliveredOnceDespiteFourKills() throws Exception {
        send(Long.getLong("svc.seed", 1), 60, 4);
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
            OTHERS.forEach(other -> Sender.of(MailUser.of(ann.user().who().server(), other)));
            Sender now = ann;
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
                    now.send(String.join(",", OTHERS), subject);
                    acknowledged.add(subject);
                } catch (UncheckedIOException gone) {
                    doubtful.add(subject);
                }
                if (killed != null) {
                    killed.get(1, TimeUnit.MINUTES);
                    server.close();
                    server = SvcCommand.svc().start(home).ready();
                    now = now.at(server);
                }
            }
            compare(server, acknowledged, doubtful);
            assertThat(server.terminate()).isZero();
        } finally {
            killer.shutdownNow();
            server.close();
        }
    }

    private static void compare(RunningServer server, Set<String> acknowledged, Set<String> doubtful) {
        server.await(
                "the queue empty",
                () -> server.command("", "queue", "list", "--json").out().contains("\"total\":0"));
        List<Set<String>> received = new ArrayList<>();
        for (String other : OTHERS) {
            Sender reader = Sender.of(MailUser.of(server, other));
            List<String> subjects = reader.subjects("inbox");
            assertThat(subjects).as("none twice").doesNotHaveDuplicates();
            assertThat(subjects).as("none lost").containsAll(acknowledged);
            Set<String> beyond = new HashSet<>(subjects);
            beyond.removeAll(acknowledged);
            assertThat(doubtful).as("none but those that were sent").containsAll(beyond);
            received.add(new HashSet<>(subjects));
        }
        assertThat(received.get(0)).as("both or neither").isEqualTo(received.get(1));
        assertThat(Sender.of(MailUser.of(server, ANN)).subjects("inbox"))
                .as("no failure was told")
                .isEmpty();
    }
}
