package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.engine.server.FaultInjectingStore;

/** Tests COPY and MOVE of more messages than one transaction takes, on a store that fails at each step. */
class FailedCopyTest {

    private static final int MESSAGES = 60;

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private final FaultInjectingStore faults = SERVER.bundles().faults();
    private final String ann = SERVER.newAccount();

    /** The first message is in both mailboxes, and the second one exists for IMAP only. */
    @BeforeEach
    void fill() throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, MESSAGES)) {
            client.ok("COPY 1 Archive");
            client.ok("STORE 2 +FLAGS (\\Deleted)");
        }
    }

    /** Executes a command on a store that fails after a number of steps. Such a failure ends the connection. */
    private String failingAfter(int steps, String command) throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann)) {
            faults.breakAfter(steps);
            return client.ask(command);
        } finally {
            faults.mend();
        }
    }

    private static int count(ImapClient client, String mailbox) throws Exception {
        return Integer.parseInt(
                client.ok("STATUS " + mailbox + " (MESSAGES)").get(0).replaceAll("\\D", ""));
    }

    /** If only the reply fails, the command has succeeded. */
    @Test
    void failedCopyLeavesTheTargetAsBefore() throws Exception {
        int copies = 1;
        for (int steps = 0; copies == 1; steps++) {
            String reply = failingAfter(steps, "COPY 1:* Archive");
            try (ImapClient client = ImapClient.selected(SERVER, ann)) {
                copies = count(client, "Archive");
                assertThat(copies)
                        .as("after %d steps: %s", steps, reply)
                        .isIn(reply.startsWith("OK") ? List.of(1 + MESSAGES) : List.of(1, 1 + MESSAGES));
                assertThat(count(client, "INBOX")).isEqualTo(MESSAGES);
                assertThat(client.ok("FETCH 2 FLAGS")).containsExactly("* 2 FETCH (FLAGS (\\Deleted))");
            }
        }
    }

    /** A part of the messages can be moved (RFC 6851 §3.3). */
    @Test
    void failedMoveLeavesEachMessageInOneMailbox() throws Exception {
        String reply = "";
        for (int steps = 0; !reply.startsWith("OK"); steps++) {
            reply = failingAfter(steps, "UID MOVE 1:* Archive");
            try (ImapClient client = ImapClient.selected(SERVER, ann)) {
                assertThat(count(client, "Archive") + count(client, "INBOX"))
                        .as("after %d steps: %s", steps, reply)
                        .isEqualTo(1 + MESSAGES);
            }
        }
    }
}
