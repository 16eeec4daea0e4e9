package svc.proto.imap.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.bundles.BundleServer;

/** LIST and LSUB (RFC 9051 §6.3.9, RFC 3501 §6.3.9, RFC 5258, RFC 5819, RFC 6154, RFC 8440). */
final class ListCommandTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage();

    private final MailboxSession ann = MailboxSession.ofNewUser(SERVER);

    @Test
    void listsTheMailboxesOfANewAccount() {
        assertThat(ann.ok("LIST \"\" *"))
                .containsExactly(
                        "LIST (\\HasNoChildren \\Archive) \"/\" Archive",
                        "LIST (\\HasNoChildren \\Drafts) \"/\" Drafts",
                        "LIST (\\HasNoChildren) \"/\" INBOX",
                        "LIST (\\HasNoChildren \\Junk) \"/\" Junk",
                        "LIST (\\HasNoChildren \\Sent) \"/\" Sent",
                        "LIST (\\HasNoChildren \\Trash) \"/\" Trash");
    }

    @Test
    void anEmptyPatternAsksForTheDelimiter() {
        assertThat(ann.ok("LIST \"\" \"\"")).containsExactly("LIST (\\Noselect) \"/\" \"\"");
        assertThat(ann.ok("LIST INBOX \"\"")).containsExactly("LIST (\\Noselect) \"/\" \"\"");
        assertThat(ann.ok("LIST () \"\" \"\"")).as("extended syntax").isEmpty();
    }

    @Test
    void matchesPatterns() {
        ann.ok("CREATE a/b/c");
        ann.ok("CREATE ab");
        assertThat(ann.names("a%")).containsExactly("a", "ab");
        assertThat(ann.names("a*")).containsExactly("a", "a/b", "a/b/c", "ab");
        assertThat(ann.names("%/%")).containsExactly("a/b");
        assertThat(ann.names("*c")).containsExactly("a/b/c");
        assertThat(ann.names("inbox")).containsExactly("INBOX");
        assertThat(ann.names("iNb*")).isEmpty();
        assertThat(ann.names("A*")).as("names have upper and lower case").containsExactly("Archive");
        assertThat(ann.ok("LIST a/ %").get(0)).endsWith(" a/b");
        assertThat(ann.ok("LIST \"\" (ab a/b a%)")).hasSize(3);
        assertThat(ann.names("\"" + "*%".repeat(900) + "\"")).hasSize(10);
    }

    @Test
    void selectsAndReturnsSubscriptions() {
        ann.ok("CREATE Foo/Baz");
        ann.ok("CREATE Foo/Bar");
        for (String name : new String[] {"Foo", "Foo/Bar", "INBOX", "Archive", "Drafts", "Junk", "Sent", "Trash"}) {
            ann.ok("UNSUBSCRIBE " + name);
        }
        assertThat(ann.ok("LIST (SUBSCRIBED) \"\" *"))
                .containsExactly("LIST (\\Subscribed \\HasNoChildren) \"/\" Foo/Baz");
        assertThat(ann.ok("LIST (SUBSCRIBED) \"\" %")).isEmpty();
        assertThat(ann.ok("LIST (SUBSCRIBED RECURSIVEMATCH) \"\" %"))
                .containsExactly("LIST (\\HasChildren) \"/\" Foo (\"CHILDINFO\" (\"SUBSCRIBED\"))");
        assertThat(ann.ok("LIST (SUBSCRIBED RECURSIVEMATCH) \"\" % RETURN (STATUS (MESSAGES) MYRIGHTS)"))
                .as("Foo itself does not match")
                .hasSize(1);
        ann.ok("SUBSCRIBE Foo");
        assertThat(ann.ok("LIST (RECURSIVEMATCH SUBSCRIBED) \"\" %"))
                .containsExactly("LIST (\\Subscribed \\HasChildren) \"/\" Foo (\"CHILDINFO\" (\"SUBSCRIBED\"))");
        assertThat(ann.ok("LIST \"\" Foo* RETURN (SUBSCRIBED CHILDREN)"))
                .containsExactly(
                        "LIST (\\Subscribed \\HasChildren) \"/\" Foo",
                        "LIST (\\HasNoChildren) \"/\" Foo/Bar",
                        "LIST (\\Subscribed \\HasNoChildren) \"/\" Foo/Baz");
        ann.ok("UNSUBSCRIBE Foo");
        assertThat(ann.ok("LSUB \"\" *")).containsExactly("LSUB () \"/\" Foo/Baz");
        assertThat(ann.ok("LSUB \"\" %")).containsExactly("LSUB (\\Noselect) \"/\" Foo");
        assertThat(ann.ok("LSUB \"\" *oo")).as("only % matches parent levels").isEmpty();
        assertThat(ann.ok("LSUB Foo/ %")).containsExactly("LSUB () \"/\" Foo/Baz");
    }

    @Test
    void selectsSpecialUses() {
        ann.ok("CREATE Work/Later (USE (\\Important))");
        assertThat(ann.ok("LIST (SPECIAL-USE) \"\" W*"))
                .containsExactly("LIST (\\HasNoChildren \\Important) \"/\" Work/Later");
        assertThat(ann.ok("LIST (SPECIAL-USE RECURSIVEMATCH) \"\" W%"))
                .containsExactly("LIST (\\HasChildren) \"/\" Work (\"CHILDINFO\" (\"SPECIAL-USE\"))");
        assertThat(ann.ok("LIST (SPECIAL-USE SUBSCRIBED RECURSIVEMATCH) \"\" W%"))
                .containsExactly(
                        "LIST (\\Subscribed \\HasChildren) \"/\" Work (\"CHILDINFO\" (\"SUBSCRIBED\" \"SPECIAL-USE\"))");
    }

    @Test
    void returnsTheStatusOfEachMailbox() {
        ann.fill(ann.user.mailbox("inbox"), 2);
        assertThat(ann.ok("LIST \"\" (INBOX Junk) RETURN (STATUS (MESSAGES UNSEEN UIDNEXT) MYRIGHTS)"))
                .containsExactly(
                        "LIST (\\HasNoChildren) \"/\" INBOX",
                        "MYRIGHTS INBOX lrswipkxtecda",
                        "STATUS INBOX (MESSAGES 2 UIDNEXT 3 UNSEEN 2)",
                        "LIST (\\HasNoChildren \\Junk) \"/\" Junk",
                        "MYRIGHTS Junk lrswipkxtecda",
                        "STATUS Junk (MESSAGES 0 UIDNEXT 1 UNSEEN 0)");
        assertThat(ann.ok("LIST \"\" INBOX RETURN (STATUS (HIGHESTMODSEQ))").get(1))
                .matches("STATUS INBOX \\(HIGHESTMODSEQ [1-9]\\d*\\)");
    }
}
