package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the annotations of mailboxes and of the server (RFC 5464), and NOTIFY about them. */
class MetadataTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private String ann = "";

    @BeforeEach
    void createAccount() {
        ann = SERVER.newAccount();
    }

    private ImapClient signedIn(String address) throws Exception {
        SERVER.user(address);
        return ImapClient.signedIn(SERVER, address);
    }

    @Test
    void isAnnouncedAfterTheSignIn() throws Exception {
        try (ImapClient client = signedIn(ann)) {
            assertThat(client.ok("CAPABILITY").get(0)).contains(" METADATA").doesNotContain("METADATA-SERVER");
        }
    }

    @Test
    void storesReplacesAndRemovesEntries() throws Exception {
        try (ImapClient client = signedIn(ann);
                ImapClient other = signedIn(ann)) {
            client.ok("SETMETADATA inbox (/Private/Comment \"mine\" /shared/comment {6+}\r\na\r\n\"b\")");
            assertThat(other.ok("GETMETADATA INBOX (/private/comment /shared/COMMENT /shared/none)"))
                    .containsExactly("* METADATA INBOX (/private/comment \"mine\" /shared/comment {6}\r\na\r\n\"b"
                            + "\" /shared/none NIL)");
            client.ok("SETMETADATA INBOX (/private/comment NIL /shared/comment ~{3+}\r\na\0b /private/empty \"\")");
            assertThat(other.ok("GETMETADATA INBOX (/private/comment /shared/comment /private/empty)"))
                    .containsExactly(
                            "* METADATA INBOX (/private/comment NIL /shared/comment ~{3}\r\na\0b /private/empty \"\")");
        }
    }

    @Test
    void returnsEntriesBelowAndLeavesOutLongOnes() throws Exception {
        try (ImapClient client = signedIn(ann)) {
            client.ok(
                    "SETMETADATA INBOX (/private/a \"1\" /private/a/b \"22\" /private/a/b/c \"333\" /private/ab \"4\")");
            assertThat(client.ok("GETMETADATA (DEPTH 0) INBOX /private/a"))
                    .containsExactly("* METADATA INBOX (/private/a \"1\")");
            assertThat(client.ok("GETMETADATA (DEPTH 1) INBOX /private/a"))
                    .containsExactly("* METADATA INBOX (/private/a \"1\" /private/a/b \"22\")");
            assertThat(client.ok("GETMETADATA (DEPTH infinity) INBOX /private"))
                    .containsExactly("* METADATA INBOX (/private/a \"1\" /private/a/b \"22\" /private/a/b/c \"333\""
                            + " /private/ab \"4\")");
            assertThat(client.all("GETMETADATA (MAXSIZE 1 DEPTH infinity) INBOX (/private/a /shared/x)"))
                    .startsWith("* METADATA INBOX (/private/a \"1\")")
                    .last()
                    .asString()
                    .startsWith("OK [METADATA LONGENTRIES 3]");
            assertThat(client.ok("GETMETADATA (DEPTH infinity) INBOX /shared")).isEmpty();
        }
    }

    @Test
    void keepsAnnotationsOfTheServerForEachUser() throws Exception {
        try (ImapClient client = signedIn(ann);
                ImapClient other = signedIn("other." + ann)) {
            client.ok("SETMETADATA \"\" (/private/vendor/x/y \"1\")");
            assertThat(client.ok("GETMETADATA \"\" /private/vendor/x/y"))
                    .containsExactly("* METADATA \"\" (/private/vendor/x/y \"1\")");
            assertThat(other.ok("GETMETADATA \"\" (/private/vendor/x/y /shared/comment)"))
                    .containsExactly("* METADATA \"\" (/private/vendor/x/y NIL /shared/comment NIL)");
            assertThat(client.ask("SETMETADATA \"\" (/shared/comment \"x\")")).startsWith("NO [NOPERM]");
        }
    }

    @Test
    void limitsTheSizeOfAValue() throws Exception {
        try (ImapClient client = signedIn(ann)) {
            client.ok("SETMETADATA INBOX (/private/x {4096+}\r\n" + "x".repeat(4_096) + ")");
            assertThat(client.ask(
                            "SETMETADATA INBOX (/private/y \"1\" /private/x {4097+}\r\n" + "x".repeat(4_097) + ")"))
                    .startsWith("NO [METADATA MAXSIZE 4096]");
            assertThat(client.ok("GETMETADATA INBOX /private/y")).containsExactly("* METADATA INBOX (/private/y NIL)");
        }
    }

    @Test
    void limitsTheNumberOfEntries() throws Exception {
        try (ImapClient client = signedIn(ann)) {
            String fifty = IntStream.range(0, 50)
                    .mapToObj(i -> "/private/e" + i + " \"x\"")
                    .collect(Collectors.joining(" "));
            assertThat(client.ask("SETMETADATA INBOX (/private/one \"x\" " + fifty + ")"))
                    .startsWith("NO [METADATA TOOMANY]");
            client.ok("SETMETADATA INBOX (" + fifty + ")");
            assertThat(client.ask("SETMETADATA INBOX (/private/one \"x\")")).startsWith("NO [METADATA TOOMANY]");
            client.ok("SETMETADATA INBOX (/private/e1 \"y\")");
            client.ok("SETMETADATA INBOX (/private/e1 NIL /private/one \"x\")");
            client.ok("SETMETADATA Sent (/private/one \"x\")");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/comment", "/private", "/shared/vendor/x", "/private/vendor/x", "/private/a//b", "/private/*"})
    void refusesInvalidNames(String name) throws Exception {
        try (ImapClient client = signedIn(ann)) {
            assertThat(client.ask("SETMETADATA INBOX (\"" + name + "\" \"x\")")).startsWith("BAD");
        }
    }

    @Test
    void followsARenameAndEndsWithTheMailbox() throws Exception {
        try (ImapClient client = signedIn(ann)) {
            client.ok("CREATE A");
            client.ok("SETMETADATA A (/private/comment \"x\")");
            client.ok("RENAME A B");
            assertThat(client.ok("GETMETADATA B /private/comment"))
                    .containsExactly("* METADATA B (/private/comment x)".replace(" x)", " \"x\")"));
            client.ok("DELETE B");
            assertThat(client.ask("GETMETADATA B /private/comment")).startsWith("NO [NONEXISTENT]");
            client.ok("CREATE B");
            assertThat(client.ok("GETMETADATA B /private/comment"))
                    .containsExactly("* METADATA B (/private/comment NIL)");
        }
    }

    @Test
    void guestSeesSharedEntriesAndHasPrivateOnes() throws Exception {
        String guest = "guest." + ann;
        try (ImapClient bob = signedIn(ann);
                ImapClient eva = signedIn(guest)) {
            bob.ok("CREATE Open");
            bob.ok("SETMETADATA Open (/shared/comment \"all\" /private/comment \"bob\")");
            String open = "Shared/" + ann + "/Open";
            assertThat(eva.ask("GETMETADATA " + open + " /shared/comment")).startsWith("NO [NONEXISTENT]");
            assertThat(eva.ask("SETMETADATA " + open + " (/private/comment \"x\")"))
                    .startsWith("NO [NONEXISTENT]");
            bob.ok("SETACL Open " + guest + " lra");
            assertThat(eva.ask("SETMETADATA " + open + " (/shared/comment \"x\")"))
                    .startsWith("NO [NOPERM]");
            eva.ok("SETMETADATA " + open + " (/private/comment \"eva\")");
            assertThat(eva.ok("GETMETADATA (DEPTH infinity) " + open + " (/shared /private)"))
                    .containsExactly("* METADATA " + open + " (/shared/comment \"all\" /private/comment \"eva\")");
            assertThat(bob.ok("GETMETADATA Open /private/comment"))
                    .containsExactly("* METADATA Open (/private/comment \"bob\")");
            bob.ok("DELETEACL Open " + guest);
            assertThat(eva.ask("GETMETADATA " + open + " /private/comment")).startsWith("NO [NONEXISTENT]");
        }
    }

    @Test
    void notifyTellsAboutAnnotations() throws Exception {
        String guest = "guest." + ann;
        try (ImapClient bob = signedIn(ann);
                ImapClient second = signedIn(ann);
                ImapClient eva = signedIn(guest)) {
            bob.ok("CREATE Open");
            bob.ok("SETACL Open " + guest + " lr");
            String open = "Shared/" + ann + "/Open";
            second.ok("NOTIFY SET (PERSONAL (MailboxMetadataChange ServerMetadataChange))");
            eva.ok("NOTIFY SET (SUBTREE Shared (MailboxMetadataChange))");
            bob.ok("SETMETADATA Open (/shared/a \"1\" /private/b \"1\")");
            assertThat(second.awaited(SERVER)).isEqualTo("* METADATA Open /private/b /shared/a");
            assertThat(eva.awaited(SERVER)).isEqualTo("* METADATA " + open + " /shared/a");
            assertThat(eva.ok("SETMETADATA " + open + " (/private/b \"eva\")")).isEmpty();
            bob.ok("SETMETADATA Open (/shared/a NIL /private/b \"1\")");
            assertThat(second.awaited(SERVER)).isEqualTo("* METADATA Open /shared/a");
            assertThat(eva.awaited(SERVER)).isEqualTo("* METADATA " + open + " /shared/a");
            bob.ok("SETMETADATA \"\" (/private/comment \"1\")");
            assertThat(second.awaited(SERVER)).isEqualTo("* METADATA \"\" /private/comment");
            assertThat(second.ok("SETMETADATA \"\" (/private/comment \"2\")")).isEmpty();
        }
    }
}
