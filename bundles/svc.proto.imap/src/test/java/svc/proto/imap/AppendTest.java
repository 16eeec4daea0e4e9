package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.api.operation.OperationGroup;
import svc.testkit.Eventually;
import svc.testkit.engine.server.FaultInjectingStore;

/** Tests that the octets of messages are kept only if APPEND files the messages. */
class AppendTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String MESSAGE = ImapClient.message("x");
    private static final String LITERAL = "{" + MESSAGE.length() + "+}\r\n" + MESSAGE;

    /** Returns the first account of an organization. */
    private static Account ann(String organization) {
        return SERVER.bundles().user("ann@" + organization + ".test").account();
    }

    private static List<BlobId> stored(Account account) {
        return SERVER.bundles().blobs().list(account.organization(), Optional.empty(), 10);
    }

    @Test
    void keepsNothingOfARefusedCommand() throws Exception {
        Account ann = ann("refused");
        try (ImapClient client = ImapClient.selected(SERVER, ann.email())) {
            assertThat(client.ask("APPEND INBOX " + LITERAL + " {0+}\r\n")).startsWith("NO");
            assertThat(client.ask("APPEND INBOX " + LITERAL + " (\\Bad flag " + LITERAL))
                    .startsWith("BAD");
            assertThat(client.ask("APPEND INBOX " + LITERAL + " {60000000}")).startsWith("NO [TOOBIG]");
            assertThat(client.append("INBOX", "", "\0 no message")).startsWith("NO [CANNOT]");
            assertThat(stored(ann)).isEmpty();
            assertThat(client.ok("NOOP")).isEmpty();
        }
    }

    @Test
    void keepsNothingBeyondTheQuota() throws Exception {
        Account ann = ann("quota");
        try (ImapClient client = ImapClient.selected(SERVER, ann.email())) {
            SERVER.bundles().directory().limit(ann, MESSAGE.length() + 1);
            String other = ImapClient.message("y");
            assertThat(client.ask("APPEND INBOX " + LITERAL + " {" + other.length() + "+}\r\n" + other))
                    .startsWith("NO [OVERQUOTA]");
            assertThat(stored(ann)).isEmpty();
            assertThat(client.append("INBOX", "", MESSAGE)).startsWith("OK [APPENDUID ");
            assertThat(stored(ann)).hasSize(1);
            assertThat(client.append("INBOX", "", other)).startsWith("NO [OVERQUOTA]");
            assertThat(stored(ann)).hasSize(1);
            assertThat(client.ok("FETCH 1:* UID")).containsExactly("* 1 FETCH (UID 1)");
        }
    }

    @Test
    void keepsNothingOfAnUnfinishedCommand() throws Exception {
        Account ann = ann("unfinished");
        try (ImapClient client = ImapClient.selected(SERVER, ann.email())) {
            client.send("t APPEND INBOX " + LITERAL + " " + LITERAL);
            Eventually.until("a stored message", () -> !stored(ann).isEmpty());
        }
        Eventually.until("an empty blob store", () -> stored(ann).isEmpty());
    }

    @Test
    void endsTheSignInIfTheOctetsOfAnUnfinishedCommandCannotBeRemoved() throws Exception {
        Account ann = ann("failing");
        ImapOperations operations = SERVER.bundles().service(OperationGroup.class, ImapOperations.class);
        FaultInjectingStore faults = SERVER.bundles().faults();
        try (ImapClient client = ImapClient.signedIn(SERVER, ann.email())) {
            client.send("t APPEND INBOX " + LITERAL);
            Eventually.until("a stored message", () -> !stored(ann).isEmpty());
            assertThat(operations.sessions(ann.email())).hasSize(1);
            faults.breakAfter(0);
        }
        Eventually.until("a failed removal", faults::hasFailed);
        Eventually.until(
                "an ended sign-in", () -> operations.sessions(ann.email()).isEmpty());
    }
}
