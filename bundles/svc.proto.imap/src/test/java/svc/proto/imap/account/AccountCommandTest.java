package svc.proto.imap.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.identity.Groups.Group;
import svc.api.jmap.Capability;
import svc.proto.imap.mailbox.MailboxSession;
import svc.testkit.bundles.BundleServer;

/** The commands of RFC 9208, RFC 4314 and RFC 5464. */
final class AccountCommandTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage()
            .providing(Capability.class, directory -> () -> "urn:ietf:params:jmap:principals");

    private static final AtomicInteger USERS = new AtomicInteger();

    private MailboxSession ann;
    private String own;
    private String bob;

    @BeforeEach
    void signIn() {
        String domain = "q" + USERS.incrementAndGet() + ".test";
        own = "ann@" + domain;
        bob = "bob@" + domain;
        ann = new MailboxSession(SERVER, own);
        SERVER.user(bob);
    }

    @Test
    void reportsTheQuotaInUnitsOf1024Octets() {
        assertThat(ann.ok("GETQUOTAROOT INBOX")).as("without a limit").containsExactly("QUOTAROOT INBOX");
        assertThat(ann.result("GETQUOTA \"\"")).isEqualTo("NO [NONEXISTENT]");
        SERVER.directory().limit(ann.user.who().account(), 1_000_000);
        assertThat(ann.ok("GETQUOTAROOT missing"))
                .containsExactly("QUOTAROOT missing \"\"", "QUOTA \"\" (STORAGE 0 976)");
        ann.fill(ann.user.mailbox("inbox"), 1);
        assertThat(ann.ok("GETQUOTA \"\"")).containsExactly("QUOTA \"\" (STORAGE 1 976)");
        assertThat(ann.result("GETQUOTA other")).isEqualTo("NO [NONEXISTENT]");
        assertThat(ann.result("SETQUOTA \"\" (STORAGE 5)")).isEqualTo("NO [NOPERM]");
    }

    @Test
    void changesTheRightsOfAUser() {
        String owner = own + " lrswipkxtecda";
        assertThat(ann.ok("GETACL INBOX")).containsExactly("ACL INBOX " + owner);
        ann.ok("SETACL INBOX " + bob + " lrs");
        assertThat(ann.ok("GETACL INBOX")).containsExactly("ACL INBOX " + owner + " " + bob + " lrs");
        ann.ok("SETACL INBOX " + bob + " +cd");
        assertThat(ann.ok("GETACL INBOX")).containsExactly("ACL INBOX " + owner + " " + bob + " lrskxtecd");
        ann.ok("SETACL INBOX " + bob + " -sx");
        assertThat(ann.ok("GETACL INBOX")).containsExactly("ACL INBOX " + owner + " " + bob + " lrktecd");
        ann.ok("DELETEACL INBOX " + bob);
        ann.ok("DELETEACL INBOX " + bob);
        assertThat(ann.ok("GETACL INBOX")).containsExactly("ACL INBOX " + owner);
    }

    @Test
    void sharesWithAGroup() {
        Group group = new Group(900_000 + USERS.get(), ann.user.who().account().organization(), "Team", null, Set.of());
        SERVER.directory().put(group);
        ann.ok("SETACL INBOX $" + group.id() + " lr");
        assertThat(ann.ok("GETACL INBOX").get(0)).endsWith(" $" + group.id() + " lr");
        ann.ok("DELETEACL INBOX $" + group.id());
        assertThat(ann.ok("GETACL INBOX").get(0)).endsWith(" lrswipkxtecda");
    }

    @Test
    void rejectsUnknownUsersAndRights() {
        new MailboxSession(SERVER, "eve@elsewhere.test");
        assertThat(ann.result("SETACL INBOX eve@elsewhere.test lr"))
                .as("another tenant")
                .isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX anyone lr")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX -" + bob + " lr")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX $nothing lr")).isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX " + own + " lr")).as("the owner").isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX " + bob + " s"))
                .as("without reading")
                .isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETACL INBOX " + bob + " lrq")).isEqualTo("BAD");
        assertThat(ann.result("SETACL missing " + bob + " lr")).isEqualTo("NO [NONEXISTENT]");
        assertThat(ann.result("SETACL INBOX \"a/b~1'\\\"\" lr")).isEqualTo("NO [CANNOT]");
        assertThat(ann.ok("GETACL INBOX")).hasSize(1).first().asString().endsWith("lrswipkxtecda");
    }

    @Test
    void listsTheRightsThatAUserCanHave() {
        assertThat(ann.ok("LISTRIGHTS INBOX " + bob))
                .containsExactly("LISTRIGHTS INBOX " + bob + " \"\" lr s w i p k x c te d a");
        assertThat(ann.ok("LISTRIGHTS INBOX " + own)).containsExactly("LISTRIGHTS INBOX " + own + " lrswipkxtecda");
        assertThat(ann.ok("MYRIGHTS inbox")).containsExactly("MYRIGHTS INBOX lrswipkxtecda");
    }

    @Test
    void showsTheSpecialUseOfAMailboxAsAnAnnotation() {
        assertThat(ann.ok("GETMETADATA \"\" /shared/comment")).containsExactly("METADATA \"\" (/shared/comment NIL)");
        assertThat(ann.ok("GETMETADATA Sent (/private/specialuse /private/comment)"))
                .containsExactly("METADATA Sent (/private/specialuse \"\\\\Sent\" /private/comment NIL)");
        assertThat(ann.result("GETMETADATA (MAXSIZE 3) Sent /private/specialuse"))
                .isEqualTo("OK [METADATA LONGENTRIES 5]");
        assertThat(ann.result("GETMETADATA missing /private/comment")).isEqualTo("NO [NONEXISTENT]");
        assertThat(ann.result("SETMETADATA Sent (/private/specialuse \"\\\\Trash\")"))
                .isEqualTo("NO [CANNOT]");
        assertThat(ann.result("SETMETADATA \"\" (/shared/comment \"x\")")).isEqualTo("NO [NOPERM]");
    }
}
