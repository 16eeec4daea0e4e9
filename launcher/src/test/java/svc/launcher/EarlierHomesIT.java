package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** Homes of earlier builds: after an upgrade, clients receive the same responses as before, and continue to work. */
final class EarlierHomesIT {

    @TempDir
    private Path directory;

    /** The oldest home, which needs every migration, and those of releases. */
    private static boolean everyRun(EarlierHome home) {
        return home.name().equals("before-threads") || home.name().startsWith("release-");
    }

    static List<EarlierHome> homes() {
        return EarlierHome.all().stream().filter(EarlierHomesIT::everyRun).toList();
    }

    static List<EarlierHome> otherHomes() {
        return EarlierHome.all().stream().filter(home -> !everyRun(home)).toList();
    }

    @ParameterizedTest
    @MethodSource("homes")
    @Covers(value = "UPG-01", part = "what an earlier build wrote")
    void upgradeDoesNotChangeWhatClientsSee(EarlierHome earlier) throws Exception {
        upgrade(earlier);
    }

    @ParameterizedTest
    @Tag("soak")
    @MethodSource("otherHomes")
    void upgradeFromOtherHomesDoesNotChangeWhatClientsSee(EarlierHome earlier) throws Exception {
        upgrade(earlier);
    }

    private void upgrade(EarlierHome earlier) throws Exception {
        Path home = directory.resolve("home");
        earlier.unpack(home);
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            for (String email : EarlierHome.PEOPLE) {
                Map<String, JsonNode> now = UpgradeScenario.look(server, email);
                JsonNode before = earlier.seen().path(email);
                assertThat(before).isNotEmpty();
                before.properties()
                        .forEach(one -> assertThat(now.get(one.getKey()))
                                .as(email + " " + one.getKey())
                                .isEqualTo(withNewRights(one.getValue())));
            }
            downloads(server);
            Sender ann = Sender.of(MailUser.of(server, EarlierHome.PEOPLE.get(0)));
            ann.awaitStatus(ann.send(EarlierHome.PEOPLE.get(1), "sent after"), EarlierHome.PEOPLE.get(1), "yes");
            assertThat(OperationInterface.json(
                            server.command("", "doctor", "--json").out()))
                    .hasSizeGreaterThan(10)
                    .noneMatch(finding -> finding.path("status").asText().equals("fail"));
        }
    }

    /** Returns an earlier response with the right that owners have since then: to share labels. */
    private static JsonNode withNewRights(JsonNode before) {
        return MailCalls.json(before.toString().replace("\"mayShare\":false", "\"mayShare\":true"));
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void queuedMessagesAreDeliveredOnceAfterAnUpgrade() throws Exception {
        Path home = directory.resolve("home");
        new EarlierHome(QueuedBefore.HOME).unpack(home);
        QueuedBefore.renew(home);
        try (RunningServer server = TestClock.svc().start(home).ready()) {
            assertThat(waiting(server)).isEqualTo(3);
            Sender ann = Sender.of(MailUser.of(server, QueuedBefore.ANN));
            List<String> before = ann.subjects("inbox");
            SuspendedRecipient.resume(server);
            Sender far = Sender.of(server, SuspendedRecipient.ADDRESS);
            server.command("", "clock", "advance", QueuedBefore.HOLD);
            server.await("the queue is empty", () -> waiting(server) == 0);
            far.awaitInbox("attempted", "mixed");
            List<String> bob = Sender.of(MailUser.of(server, QueuedBefore.BOB)).subjects("inbox");
            assertThat(bob).containsOnlyOnce("held", "mixed");
            assertThat(ann.subjects("inbox"))
                    .as("the failure was reported before the upgrade")
                    .isEqualTo(before)
                    .containsOnlyOnce("Not delivered: your message to nobody@old.test");
            assertThat(ann.call("EmailSubmission/get", "'ids':null").path("list"))
                    .allSatisfy(submission -> assertThat(submission.path("deliveryStatus"))
                            .noneMatch(
                                    status -> status.path("delivered").asText().equals("queued")));
        }
    }

    private static int waiting(RunningServer server) {
        return SignedIn.json(server.admin("GET", "/queue", "")).path("total").asInt();
    }

    /** Asserts that all blobs can be downloaded. */
    private static void downloads(RunningServer server) {
        MailUser ann = MailUser.of(server, EarlierHome.PEOPLE.get(0));
        JsonNode all = ann.call("Email/get", "'ids':null,'properties':['blobId']");
        assertThat(all.path("list")).hasSizeGreaterThan(30);
        for (JsonNode email : all.path("list")) {
            String blob = email.path("blobId").asText();
            assertThat(BlobCalls.id(
                            ann.blobs().download(ann.who().accountId(), blob).body()))
                    .isEqualTo(blob);
        }
    }
}
