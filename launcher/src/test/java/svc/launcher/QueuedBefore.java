package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import svc.testkit.bundles.SendingCalls;

/** The messages that wait in the queue of an earlier home, in each state. */
final class QueuedBefore {

    static final String HOME = "queue-0.30.0";
    static final String ANN = EarlierHome.PEOPLE.get(0);
    static final String BOB = EarlierHome.PEOPLE.get(1);

    /** The time for which one message is held. */
    static final String HOLD = "PT1H1S";

    private static final String UNKNOWN = "nobody@old.test";

    private QueuedBefore() {}

    /** Sends a message that is held, one that waits for a second attempt, and one with a delivered and a failed recipient. */
    static void send(RunningServer server) {
        SuspendedRecipient.prepare(server);
        Sender ann = Sender.of(MailUser.of(server, ANN));
        String held = ann.draft(BOB, "held");
        assertThat(ann.submit(held, envelope("'HOLDFOR':'3600'", BOB))
                        .at("/created/s/id")
                        .asText())
                .isNotEmpty();
        String attempted = ann.send(SuspendedRecipient.ADDRESS, "attempted");
        awaitAttempt(server, ann, attempted);
        String mixed = ann.submit(ann.draft(BOB, "mixed"), envelope("", BOB, SuspendedRecipient.ADDRESS, UNKNOWN))
                .at("/created/s/id")
                .asText();
        ann.awaitStatus(mixed, BOB, "yes");
        ann.awaitStatus(mixed, UNKNOWN, "no");
        awaitAttempt(server, ann, mixed);
    }

    private static String envelope(String parameters, String... recipients) {
        return ",'envelope':{'mailFrom':{'email':'" + ANN + "','parameters':{" + parameters + "}},'rcptTo':"
                + SendingCalls.addresses(String.join(",", recipients)) + "}";
    }

    private static void awaitAttempt(RunningServer server, Sender ann, String submission) {
        server.await(
                "an attempt",
                () -> ann.status(submission, SuspendedRecipient.ADDRESS)
                        .path("smtpReply")
                        .asText()
                        .startsWith("450"));
    }

    /** Changes the times of the queue as if the home had been made now. */
    static void renew(Path home) throws SQLException {
        String difference = Instant.now().toEpochMilli() + " - (SELECT max(created_at) FROM posting)";
        MailTables tables = new MailTables(home);
        tables.change("UPDATE posting_recipient SET next_at = next_at + " + difference);
        tables.change("UPDATE posting SET created_at = created_at + " + difference);
    }
}
