package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;

/** The queue, and the operations on it. */
final class QueueIT {

    private static final String OUT = "x@far.example";

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    private static JsonNode queued(String id) {
        return SignedIn.json(SERVER.running().admin("GET", "/queue/" + id, ""));
    }

    /** Returns the id of the only queued message of a sender. */
    private static String waiting(String sender) {
        for (JsonNode item :
                SignedIn.json(SERVER.running().admin("GET", "/queue", "")).path("items")) {
            if (item.path("sender").asText().equals(sender)) {
                return item.path("id").asText();
            }
        }
        throw new AssertionError("nothing of " + sender + " waits");
    }

    private static int attempts(String id) {
        return queued(id).at("/recipients/0/attempts").asInt();
    }

    @BeforeAll
    static void prepareSuspendedRecipient() {
        SuspendedRecipient.prepare(SERVER.running());
    }

    @Test
    @Covers({"ADM-27", "SMTP-05"})
    void undeliverableMessageWaitsAndCanBeRemoved() {
        Sender ann = Sender.of(SERVER.running(), "ann@out.test");
        String submission = ann.send(OUT, "far away");
        SERVER.running()
                .await(
                        "tried",
                        () -> !ann.status(submission, OUT)
                                .path("smtpReply")
                                .asText()
                                .startsWith("250"));
        assertThat(ann.status(submission, OUT).path("delivered").asText()).isEqualTo("queued");
        String id = waiting("ann@out.test");
        JsonNode entry = queued(id);
        assertThat(entry.path("state").asText()).isEqualTo("deferred");
        assertThat(entry.path("size").asLong()).isPositive();
        assertThat(entry.at("/recipients/0/address").asText()).isEqualTo(OUT);
        assertThat(entry.at("/recipients/0/last_status").asText()).startsWith("450 4.2.1 ");
        assertThat(entry.at("/recipients/0/next_attempt_at").asText()).matches("20.*Z");
        assertThat(SERVER.running().admin("DELETE", "/queue/" + id, "").statusCode())
                .isEqualTo(204);
        assertThat(SERVER.running().admin("GET", "/queue/" + id, "").statusCode())
                .isEqualTo(404);
        assertThat(SERVER.running().admin("DELETE", "/queue/" + id, "").statusCode())
                .isEqualTo(404);
        JsonNode after = ann.submission(submission);
        assertThat(after.path("undoStatus").asText()).isEqualTo("final");
        assertThat(ann.status(submission, OUT).path("delivered").asText()).isEqualTo("no");
        assertThat(ann.subjects("inbox")).as("no message about it").isEmpty();
    }

    @Test
    @Covers("ADM-28")
    void operatorRetriesAQueuedMessage() {
        Sender ann = Sender.of(SERVER.running(), "ann@again.test");
        String submission = ann.send(OUT, "far away");
        SERVER.running()
                .await(
                        "tried",
                        () -> !ann.status(submission, OUT)
                                .path("smtpReply")
                                .asText()
                                .startsWith("250"));
        String id = waiting("ann@again.test");
        int before = attempts(id);
        assertThat(SERVER.running().admin("POST", "/queue/" + id + "/retry", "").statusCode())
                .isEqualTo(202);
        SERVER.running().await("tried again", () -> attempts(id) == before + 1);
        JsonNode flushed = SignedIn.json(SERVER.running().admin("POST", "/queue/flush", ""));
        assertThat(flushed.path("flushed").asInt()).isPositive();
        SERVER.running().await("tried once more", () -> attempts(id) == before + 2);
        assertThat(SERVER.running().admin("GET", "/queue/" + id + "/retry", "").statusCode())
                .isEqualTo(405);
        assertThat(SERVER.running().admin("GET", "/queue/flush", "").statusCode())
                .isEqualTo(405);
        assertThat(SERVER.running().command("", "queue", "show", id).out()).contains(OUT);
        assertThat(SERVER.running().metric("delivery_turns_total{outcome=\"deferred\"}"))
                .isGreaterThanOrEqualTo(3);
        assertThat(SERVER.running().command("", "doctor", "--only", "queue").exit())
                .isZero();
    }

    @Test
    @Covers(value = "DOM-01", part = "submission")
    void queuedMessageCanBeCanceled() {
        Sender ann = Sender.of(SERVER.running(), "ann@back.test");
        String submission = ann.send(OUT, "far away");
        assertThat(ann.submission(submission).path("undoStatus").asText()).isEqualTo("pending");
        JsonNode canceled =
                ann.call("EmailSubmission/set", "'update':{'" + submission + "':{'undoStatus':'canceled'}}");
        assertThat(canceled.path("updated").has(submission))
                .as(canceled.toString())
                .isTrue();
        assertThat(ann.submission(submission).path("undoStatus").asText()).isEqualTo("canceled");
        JsonNode again = ann.call("EmailSubmission/set", "'update':{'" + submission + "':{'undoStatus':'pending'}}");
        assertThat(again.at("/notUpdated/" + submission + "/type").asText()).isEqualTo("invalidProperties");
        assertThat(SERVER.running().command("", "queue", "list", "--json").out())
                .doesNotContain("back.test");
    }
}
