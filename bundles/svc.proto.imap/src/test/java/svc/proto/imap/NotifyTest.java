package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests NOTIFY (RFC 5465): the events of mailboxes that are not selected, the filters, and refused commands. */
class NotifyTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final String MESSAGES = "(MessageNew MessageExpunge)";
    private static final String ALL_MESSAGES = "(MessageNew MessageExpunge FlagChange)";

    private String ann = "";

    @BeforeEach
    void createAccount() {
        ann = SERVER.newAccount();
    }

    /** Makes a change of which the client is notified last, and returns the responses before those of this change. */
    private List<String> upToNow(ImapClient client, ImapClient other) throws Exception {
        other.ok("CREATE Marker");
        List<String> responses = new ArrayList<>();
        for (String one = client.awaited(SERVER); !one.endsWith(" Marker"); one = client.awaited(SERVER)) {
            responses.add(one);
        }
        other.ok("DELETE Marker");
        for (String one = client.awaited(SERVER); !one.endsWith(" Marker"); one = client.awaited(SERVER)) {
            responses.add(one);
        }
        return responses;
    }

    @Test
    void isAnnouncedAfterTheSignIn() throws Exception {
        try (ImapClient client = ImapClient.greeted(SERVER)) {
            assertThat(client.ok("CAPABILITY").get(0)).doesNotContain(" NOTIFY");
            assertThat(client.ask("NOTIFY NONE")).startsWith("BAD");
            client.ok("LOGIN " + ann + " secret");
            assertThat(client.ok("CAPABILITY").get(0)).contains(" NOTIFY");
        }
    }

    @Test
    void sendsStatusOfOtherMailboxes() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 2);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("SELECT Sent");
            assertThat(client.ok("NOTIFY SET STATUS (PERSONAL " + ALL_MESSAGES + ") (SELECTED " + MESSAGES + ")"))
                    .anyMatch(one -> one.matches("\\* STATUS INBOX \\(MESSAGES 2 UIDNEXT 3 UIDVALIDITY \\d+ UNSEEN 2"
                            + " HIGHESTMODSEQ \\d+\\)"))
                    .noneMatch(one -> one.contains("STATUS Sent"));
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 3 UIDNEXT 4 UNSEEN 3)");
            other.ok("STORE 1 +FLAGS (\\Seen)");
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (UNSEEN 2)");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            other.ok("EXPUNGE");
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 2 UIDNEXT 4)");
            client.ok("ENABLE CONDSTORE");
            other.ok("STORE 1 +FLAGS (\\Flagged)");
            assertThat(client.awaited(SERVER)).matches("\\* STATUS INBOX \\(UIDVALIDITY \\d+ HIGHESTMODSEQ \\d+\\)");
        }
    }

    @Test
    void sendsStatusOfTheMailboxThatWasSelectedBefore() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 1);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (PERSONAL " + MESSAGES + ") (SELECTED " + MESSAGES + ")");
            assertThat(client.ok("SELECT Sent")).noneMatch(one -> one.startsWith("* STATUS"));
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 2 UIDNEXT 3)");
            client.ok("SELECT INBOX");
            other.fill(1);
            assertThat(client.awaited(SERVER)).isEqualTo("* 3 EXISTS");
        }
    }

    @Test
    void sendsFewerStatusesThanMessagesForABurst() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 0);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET (INBOXES " + MESSAGES + ") (PERSONAL (MailboxName))");
            other.fill(20);
            assertThat(upToNow(client, other))
                    .hasSizeLessThan(20)
                    .last()
                    .isEqualTo("* STATUS INBOX (MESSAGES 20 UIDNEXT 21)");
        }
    }

    @Test
    void reportsNamesOfMailboxes() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET (PERSONAL (MailboxName))");
            other.ok("CREATE Lists");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasNoChildren) \"/\" Lists");
            other.ok("CREATE Lists/a");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasChildren) \"/\" Lists");
            assertThat(client.response()).isEqualTo("* LIST (\\Subscribed \\HasNoChildren) \"/\" Lists/a");
            other.ok("RENAME Lists News");
            assertThat(client.awaited(SERVER))
                    .isEqualTo("* LIST (\\Subscribed \\HasChildren) \"/\" News (\"OLDNAME\" (Lists))");
            other.ok("UNSUBSCRIBE News/a");
            other.ok("DELETE News/a");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasNoChildren) \"/\" News");
            assertThat(client.response()).isEqualTo("* LIST (\\NonExistent) \"/\" News/a");
            other.ok("RENAME News \"Gr&APwA3w-e\"");
            assertThat(client.awaited(SERVER)).endsWith("\"/\" Gr&APwA3w-e (\"OLDNAME\" (News))");
            assertThat(upToNow(client, other)).isEmpty();
        }
    }

    @Test
    void reportsANewMailboxByItsNameAloneUntilAMessageArrives() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("ENABLE CONDSTORE");
            client.ok("NOTIFY SET (PERSONAL (MessageNew MessageExpunge FlagChange MailboxName))");
            other.ok("CREATE New");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasNoChildren) \"/\" New");
            assertThat(upToNow(client, other)).isEmpty();
            assertThat(other.append("New", "", ImapClient.message("one"))).startsWith("OK");
            assertThat(client.awaited(SERVER))
                    .matches("\\* STATUS New \\(MESSAGES 1 UIDNEXT 2 UIDVALIDITY \\d+ UNSEEN 1 HIGHESTMODSEQ \\d+\\)");
        }
    }

    @Test
    void reportsASubscription() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET (SUBSCRIBED (SubscriptionChange))");
            other.ok("UNSUBSCRIBE Sent");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\HasNoChildren \\Sent) \"/\" Sent");
            other.ok("SUBSCRIBE Sent");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasNoChildren \\Sent) \"/\" Sent");
        }
    }

    @Test
    void doesNotReportChangesOfTheClientItself() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            client.ok("NOTIFY SET (PERSONAL (MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange))");
            for (String command : List.of(
                    "CREATE A/b/c", "RENAME A/b D", "UNSUBSCRIBE D", "SUBSCRIBE D", "RENAME D E", "DELETE E/c")) {
                assertThat(client.ok(command)).as(command).isEmpty();
            }
            assertThat(upToNow(client, other)).isEmpty();
        }
    }

    @Test
    void appliesTheFiltersToNames() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            for (String name : List.of("Tree", "Tree/x", "Treehouse", "Other", "100%")) {
                other.ok("CREATE \"" + name + "\"");
            }
            client.ok("NOTIFY SET (SUBTREE (Tree Missing) " + MESSAGES + ") (MAILBOXES (inbox \"100%\" \"T*\") "
                    + MESSAGES + ") (MAILBOXES Marker (MailboxName))");
            String message = ImapClient.message("one");
            for (String name : List.of("Tree", "Tree/x", "Treehouse", "Other", "100%", "INBOX")) {
                other.ok("APPEND \"" + name + "\" {" + message.length() + "+}\r\n" + message);
            }
            assertThat(upToNow(client, other))
                    .containsExactlyInAnyOrder(
                            "* STATUS \"100%\" (MESSAGES 1 UIDNEXT 2)",
                            "* STATUS INBOX (MESSAGES 1 UIDNEXT 2)",
                            "* STATUS Tree (MESSAGES 1 UIDNEXT 2)",
                            "* STATUS Tree/x (MESSAGES 1 UIDNEXT 2)");
            other.ok("CREATE Missing");
            other.ok("APPEND Missing {" + message.length() + "+}\r\n" + message);
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS Missing (MESSAGES 1 UIDNEXT 2)");
        }
    }

    @Test
    void followsTheSubscriptions() throws Exception {
        try (ImapClient other = ImapClient.signedIn(SERVER, ann);
                ImapClient client = ImapClient.signedIn(SERVER, ann)) {
            other.ok("UNSUBSCRIBE INBOX");
            client.ok("NOTIFY SET (SUBSCRIBED " + MESSAGES + ") (MAILBOXES Marker (MailboxName))");
            other.fill(1);
            assertThat(upToNow(client, other)).isEmpty();
            other.ok("SUBSCRIBE INBOX");
            assertThat(client.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 1 UIDNEXT 2)");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NOTIFY SET (PERSONAL (MessageNew))",
                "NOTIFY SET (PERSONAL (FlagChange))",
                "NOTIFY SET (PERSONAL (MessageNew (UID) MessageExpunge))",
                "NOTIFY SET (SELECTED (MailboxName))",
                "NOTIFY SET (SELECTED " + MESSAGES + ") (SELECTED-DELAYED " + MESSAGES + ")",
                "NOTIFY SET (SELECTED NONE) (SELECTED NONE)",
                "NOTIFY SET",
                "NOTIFY SET STATUS",
                "NOTIFY SET (SOMETHING NONE)",
                "NOTIFY SET (MAILBOXES NONE)",
                "NOTIFY"
            })
    void refusesInvalidCommands(String command) throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 0)) {
            assertThat(client.ask(command)).startsWith("BAD");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AnnotationChange", "MessageNew MessageExpunge FlagChange AnnotationChange", "Unknown"})
    void refusesUnknownEvents(String events) throws Exception {
        try (ImapClient client = ImapClient.selected(SERVER, ann, 0)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            assertThat(client.ask("NOTIFY SET (PERSONAL (" + events + "))"))
                    .startsWith("NO [BADEVENT (MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange");
            SERVER.user(ann).bring(ImapClient.message("by JMAP").split("\r\n"));
            assertThat(client.awaited(SERVER)).isEqualTo("* 1 EXISTS");
        }
    }

    @Test
    void sendsTheSameEventsInIdle() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 1);
                ImapClient client = ImapClient.selected(SERVER, ann)) {
            client.ok("NOTIFY SET (SELECTED " + MESSAGES + ") (PERSONAL (MailboxName))");
            String tag = client.idle();
            other.ok("STORE 1 +FLAGS (\\Seen)");
            other.ok("CREATE New");
            assertThat(client.awaited(SERVER)).isEqualTo("* LIST (\\Subscribed \\HasNoChildren) \"/\" New");
            client.send("DONE\r\n");
            assertThat(client.end(tag)).hasSize(1);
        }
    }

    @Test
    void reportsToSeveralSessionsAndEndsWithTheSignIn() throws Exception {
        try (ImapClient other = ImapClient.selected(SERVER, ann, 1);
                ImapClient first = ImapClient.selected(SERVER, ann);
                ImapClient second = ImapClient.signedIn(SERVER, ann)) {
            first.ok("ENABLE QRESYNC");
            first.ok("NOTIFY SET (SELECTED " + MESSAGES + ")");
            second.ok("NOTIFY SET (PERSONAL " + MESSAGES + ")");
            other.ok("STORE 1 +FLAGS.SILENT (\\Deleted)");
            other.ok("EXPUNGE");
            assertThat(first.awaited(SERVER)).isEqualTo("* VANISHED 1");
            assertThat(second.awaited(SERVER)).isEqualTo("* STATUS INBOX (MESSAGES 0 UIDNEXT 2)");
            second.ok("UNAUTHENTICATE");
            other.fill(1);
            assertThat(first.awaited(SERVER)).isEqualTo("* 1 EXISTS");
            assertThat(second.ok("NOOP")).isEmpty();
        }
    }
}
