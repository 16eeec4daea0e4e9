package svc.proto.imap.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.proto.imap.state.Features.Feature;
import svc.testkit.bundles.BundleServer;

/** CREATE, DELETE, RENAME, SUBSCRIBE, UNSUBSCRIBE, STATUS and NAMESPACE (RFC 9051 §6.3). */
final class MailboxCommandTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage();

    private final MailboxSession ann = MailboxSession.ofNewUser(SERVER);

    @Test
    void createsMailboxesWithTheirParents() {
        assertThat(ann.result("CREATE a/b/c/")).startsWith("OK [MAILBOXID (f");
        assertThat(ann.names("a*")).containsExactly("a", "a/b", "a/b/c");
        assertThat(ann.ok("LIST (SUBSCRIBED) \"\" \"a%\""))
                .containsExactly("LIST (\\Subscribed \\HasChildren) \"/\" a");
        assertThat(ann.result("CREATE a/b")).isEqualTo("NO [ALREADYEXISTS]");
        assertThat(ann.result("CREATE a/b/c/")).isEqualTo("NO [ALREADYEXISTS]");
        assertThat(ann.result("CREATE Inbox")).isEqualTo("NO [ALREADYEXISTS]");
        assertThat(ann.result("CREATE inbox/x")).startsWith("OK");
        assertThat(ann.names("INBOX/%")).containsExactly("INBOX/x");
    }

    @Test
    void rejectsNamesWithEmptyLevelsAndTooManyLevels() {
        assertThat(ann.result("CREATE a//b")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("CREATE /")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("CREATE \"\"")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("CREATE 1/2/3/4/5/6/7/8/9/10")).startsWith("OK");
        assertThat(ann.result("CREATE " + "x/".repeat(17))).isEqualTo("NO [CANNOT]");
        assertThat(ann.names("x*")).as("the parents are not left behind").isEmpty();
        assertThat(ann.result("CREATE " + "y/".repeat(1000))).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("CREATE " + "z".repeat(256))).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("CREATE " + "z".repeat(255))).startsWith("OK");
    }

    @Test
    void keepsHostileNamesApart() {
        for (String name : List.of("\"q\\\"uote\"", "\"back\\\\slash\"", "\"a & b\"", "&ZeVnLA-", "\"per%cent\"")) {
            String wire = name.equals("\"a & b\"") ? "\"a &- b\"" : name;
            assertThat(ann.result("CREATE " + wire)).as(wire).startsWith("OK");
            assertThat(ann.result("STATUS " + wire + " (MESSAGES)")).as(wire).isEqualTo("OK");
            assertThat(ann.result("CREATE " + wire)).as(wire).isEqualTo("NO [ALREADYEXISTS]");
        }
        assertThat(ann.names("\"a*\"")).containsExactly("a &- b");
        assertThat(ann.names("\"&ZeU-*\"")).containsExactly("&ZeVnLA-");
        ann.features.enable(Feature.UTF8_ACCEPT);
        assertThat(ann.names("\"a*\"")).containsExactly("a & b");
        assertThat(ann.names("\"日*\"")).containsExactly("日本");
    }

    @Test
    void showsSlashesInNamesAsDivisionSlashes() {
        String slash = ann.user.newMailbox("x/y");
        String division = ann.user.newMailbox("x\u2215y");
        ann.user.call("Mailbox/set", "'create':{'k':{'name':'below','parentId':'" + division + "'}}");
        ann.features.enable(Feature.IMAP4REV2);
        assertThat(ann.names("\"x*\"")).containsExactly("x\u2215y", "x\u2215y~2", "x\u2215y~2/below");
        assertThat(ann.ok("STATUS \"x\u2215y\" (MAILBOXID)"))
                .containsExactly("STATUS \"x\u2215y\" (MAILBOXID (" + slash + "))");
        assertThat(ann.ok("STATUS \"x\u2215y~2\" (MAILBOXID)"))
                .containsExactly("STATUS \"x\u2215y~2\" (MAILBOXID (" + division + "))");
        ann.ok("RENAME \"x\u2215y\" \"z/x\u2215y\"");
        assertThat(ann.user
                        .call("Mailbox/get", "'ids':['" + slash + "']")
                        .at("/list/0/name")
                        .asText())
                .isEqualTo("x/y");
        assertThat(ann.names("\"*x*\"")).containsExactly("x\u2215y", "x\u2215y/below", "z/x\u2215y");
    }

    @Test
    void returnsTheComposedName() {
        ann.features.enable(Feature.IMAP4REV2);
        assertThat(ann.ok("CREATE \"u\u0308ber\""))
                .containsExactly("LIST (\\Subscribed) \"/\" \"\u00fcber\" (\"OLDNAME\" (\"u\u0308ber\"))");
        assertThat(ann.result("STATUS \"u\u0308ber\" (MESSAGES)")).isEqualTo("OK");
    }

    @Test
    void givesEachSpecialUseOnce() {
        assertThat(ann.result("CREATE Second (USE (\\Sent))")).isEqualTo("NO [USEATTR]");
        assertThat(ann.result("CREATE a/b (USE (\\Sent))")).isEqualTo("NO [USEATTR]");
        assertThat(ann.result("CREATE Big (USE (\\Important))")).startsWith("OK");
        assertThat(ann.result("CREATE x (USE (\\Important))")).isEqualTo("NO [USEATTR]");
        assertThat(ann.result("CREATE x (USE (\\Unknown))")).isEqualTo("NO [USEATTR]");
        assertThat(ann.result("CREATE x (USE (\\All \\Flagged))")).isEqualTo("NO [USEATTR]");
        assertThat(ann.names("x")).isEmpty();
        assertThat(ann.names("a*")).isEmpty();
        assertThat(ann.ok("LIST (SPECIAL-USE) \"\" B*"))
                .containsExactly("LIST (\\HasNoChildren \\Important) \"/\" Big");
    }

    @Test
    void deletesAMailboxWithItsMessages() {
        ann.ok("CREATE a/b");
        assertThat(ann.result("DELETE a")).isEqualTo("NO [HASCHILDREN]");
        assertThat(ann.result("DELETE inbox")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("DELETE missing")).isEqualTo("NO [NONEXISTENT]");
        ann.fill(ann.id("a/b"), 3);
        ann.ok("DELETE a/b");
        ann.ok("DELETE a");
        assertThat(ann.names("a*")).isEmpty();
        ann.ok("DELETE Junk");
        assertThat(ann.result("CREATE Spam (USE (\\Junk))")).startsWith("OK");
    }

    @Test
    void deletesAMailboxWithManyMessages() {
        ann.ok("CREATE Big");
        ann.fill(ann.id("Big"), 1);
        ann.file("Big", 999);
        long[] deleted = LongStream.range(2, 302).toArray();
        ann.delete("Big", deleted);
        assertThat(ann.ok("STATUS Big (MESSAGES DELETED)")).containsExactly("STATUS Big (MESSAGES 1000 DELETED 300)");
        ann.ok("DELETE Big");
        assertThat(ann.names("Big")).isEmpty();
        assertThat(ann.user
                        .call("Email/query", "'calculateTotal':true")
                        .path("total")
                        .asInt())
                .isZero();
        ann.ok("CREATE Big");
        assertThat(ann.ok("STATUS Big (MESSAGES DELETED SIZE)"))
                .containsExactly("STATUS Big (MESSAGES 0 DELETED 0 SIZE 0)");
    }

    @Test
    void aMailboxThatIsCreatedAgainHasAnotherValidity() {
        ann.ok("CREATE again");
        String first = ann.ok("STATUS again (UIDVALIDITY)").get(0);
        ann.ok("DELETE again");
        ann.ok("CREATE again");
        assertThat(ann.ok("STATUS again (UIDVALIDITY)").get(0)).isNotEqualTo(first);
    }

    @Test
    void renamesAMailboxWithItsChildren() {
        ann.ok("CREATE a/b/c");
        ann.fill(ann.id("a/b"), 1);
        String before = ann.ok("STATUS a/b (UIDVALIDITY UIDNEXT MESSAGES)").get(0);
        ann.ok("RENAME a/b x/y/z");
        assertThat(ann.ok("STATUS x/y/z (UIDVALIDITY UIDNEXT MESSAGES)").get(0))
                .isEqualTo(before.replace("a/b", "x/y/z"));
        assertThat(ann.names("*c")).containsExactly("x/y/z/c");
        assertThat(ann.names("a*")).containsExactly("a");
        assertThat(ann.result("RENAME x a")).isEqualTo("NO [ALREADYEXISTS]");
        assertThat(ann.result("RENAME missing q")).isEqualTo("NO [NONEXISTENT]");
        assertThat(ann.result("RENAME x x/new/deeper")).isEqualTo("NO [CANNOT]");
        assertThat(ann.names("x*")).containsExactly("x", "x/y", "x/y/z", "x/y/z/c");
        ann.ok("RENAME Sent Gesendet");
        assertThat(ann.ok("LIST \"\" Gesendet")).containsExactly("LIST (\\HasNoChildren \\Sent) \"/\" Gesendet");
    }

    @Test
    void renameOfTheInboxMovesItsMessages() {
        ann.ok("CREATE INBOX/below");
        ann.fill(ann.user.mailbox("inbox"), 45);
        ann.delete("INBOX", 2);
        ann.ok("RENAME INBOX old/mail");
        assertThat(ann.ok("STATUS INBOX (MESSAGES DELETED)")).containsExactly("STATUS INBOX (MESSAGES 0 DELETED 0)");
        assertThat(ann.ok("STATUS old/mail (MESSAGES DELETED)"))
                .containsExactly("STATUS old/mail (MESSAGES 45 DELETED 1)");
        assertThat(ann.names("INBOX*")).containsExactly("INBOX", "INBOX/below");
    }

    @Test
    void subscribes() {
        ann.ok("UNSUBSCRIBE Trash");
        assertThat(ann.ok("LSUB \"\" T*")).isEmpty();
        assertThat(ann.ok("LIST \"\" Trash RETURN (SUBSCRIBED)"))
                .containsExactly("LIST (\\HasNoChildren \\Trash) \"/\" Trash");
        ann.ok("SUBSCRIBE Trash");
        assertThat(ann.ok("LSUB \"\" T*")).containsExactly("LSUB () \"/\" Trash");
        assertThat(ann.result("SUBSCRIBE missing")).isEqualTo("NO [NONEXISTENT]");
        assertThat(ann.result("UNSUBSCRIBE missing")).isEqualTo("OK");
    }

    @Test
    void reportsTheStatus() {
        ann.fill(ann.user.mailbox("inbox"), 3);
        ann.delete("INBOX", 1);
        String id = ann.user.mailbox("inbox");
        assertThat(ann.ok("STATUS inbox (MESSAGES RECENT UIDNEXT UNSEEN DELETED APPENDLIMIT MAILBOXID)"))
                .containsExactly("STATUS INBOX (MESSAGES 3 RECENT 0 UIDNEXT 4 UNSEEN 3 DELETED 1 APPENDLIMIT 50000000"
                        + " MAILBOXID (" + id + "))");
        assertThat(ann.features.has(Feature.CONDSTORE)).isFalse();
        assertThat(ann.ok("STATUS INBOX (UIDVALIDITY HIGHESTMODSEQ)").get(0))
                .matches("STATUS INBOX \\(UIDVALIDITY [1-9]\\d* HIGHESTMODSEQ [1-9]\\d*\\)");
        assertThat(ann.features.has(Feature.CONDSTORE)).isTrue();
        List<String> sizes = ann.ok("STATUS INBOX (SIZE DELETED-STORAGE)");
        assertThat(sizes.get(0)).matches("STATUS INBOX \\(DELETED-STORAGE [1-9]\\d* SIZE [1-9]\\d*\\)");
        assertThat(ann.result("STATUS missing (MESSAGES)")).isEqualTo("NO [NONEXISTENT]");
    }

    @Test
    void namesTheNamespaces() {
        assertThat(ann.ok("NAMESPACE")).containsExactly("NAMESPACE ((\"\" \"/\")) ((\"Shared/\" \"/\")) NIL");
        assertThat(ann.result("CREATE Shared")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("CREATE Shared/x")).isEqualTo("NO [NOPERM]");
        assertThat(ann.result("RENAME Trash Shared/x")).isEqualTo("NO [NOPERM]");
    }

    @Test
    void leavesOtherCommandsToTheSession() {
        assertThatIllegalStateException().isThrownBy(() -> ann.send("SELECT INBOX"));
    }
}
