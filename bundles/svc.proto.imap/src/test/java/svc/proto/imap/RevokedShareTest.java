package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;

/** Tests sessions of a guest while the owner of the selected mailbox changes the rights of the guest. */
final class RevokedShareTest {

    @RegisterExtension
    static final ImapServer SERVER = new ImapServer();

    private static final String OPEN = "Shared/bob@one.test/Open";

    /** Creates a mailbox with two messages that is shared with a user. */
    private static ImapClient owner(String guest, String rights) throws Exception {
        SERVER.user(guest);
        SERVER.user("bob@one.test");
        ImapClient bob = ImapClient.signedIn(SERVER, "bob@one.test");
        bob.all("DELETE Open");
        bob.ok("CREATE Open");
        for (int i = 0; i < 2; i++) {
            String message = ImapClient.message("number " + i);
            bob.ok("APPEND Open {" + message.length() + "+}\r\n" + message);
        }
        bob.ok("SETACL Open " + guest + " " + rights);
        return bob;
    }

    @Test
    @Covers(value = "ACC-03", part = "a selected mailbox of IMAP")
    void guestReadsNoMessageOfASelectedMailboxAfterTheShareEnds() throws Exception {
        try (ImapClient bob = owner("ann@one.test", "lr");
                ImapClient ann = ImapClient.signedIn(SERVER, "ann@one.test")) {
            assertThat(ann.ok("SELECT " + OPEN)).contains("* 2 EXISTS");
            assertThat(ann.ok("FETCH 1 BODY.PEEK[HEADER]")).isNotEmpty();
            bob.ok("DELETEACL Open ann@one.test");
            assertThat(ann.all("FETCH 1 BODY.PEEK[HEADER]"))
                    .containsExactly(
                            "* BYE [NONEXISTENT] The selected mailbox was deleted or is no longer shared",
                            ImapClient.END);
        }
    }

    @Test
    void guestInIdleIsDisconnectedWhenTheShareEnds() throws Exception {
        try (ImapClient bob = owner("eva@one.test", "lr");
                ImapClient eva = ImapClient.signedIn(SERVER, "eva@one.test")) {
            eva.ok("SELECT " + OPEN);
            eva.idle();
            bob.ok("DELETEACL Open eva@one.test");
            bob.ok("SELECT Open");
            bob.ok("STORE 1 +FLAGS (secret)");
            assertThat(eva.awaited(SERVER)).startsWith("* BYE [NONEXISTENT]");
        }
    }

    @Test
    void guestChangesOnlyWhatTheRightsPermit() throws Exception {
        try (ImapClient bob = owner("dan@one.test", "lrs");
                ImapClient dan = ImapClient.signedIn(SERVER, "dan@one.test")) {
            dan.ok("SELECT " + OPEN);
            dan.ok("STORE 1 +FLAGS (\\Seen)");
            for (String refused : List.of(
                    "STORE 1 +FLAGS (\\Flagged)",
                    "STORE 1 +FLAGS (\\Deleted)",
                    "STORE 1 FLAGS (\\Seen)",
                    "EXPUNGE",
                    "MOVE 1 INBOX",
                    "APPEND " + OPEN + " {3}")) {
                assertThat(dan.all(refused)).last().asString().startsWith("NO [NOPERM]");
            }
            bob.ok("SELECT Open");
            assertThat(bob.ok("FETCH 1:2 FLAGS")).contains("* 1 FETCH (FLAGS (\\Seen))", "* 2 FETCH (FLAGS ())");
        }
    }
}
