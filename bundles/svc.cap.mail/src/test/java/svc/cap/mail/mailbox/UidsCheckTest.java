package svc.cap.mail.mailbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.store.Scope;
import svc.cap.mail.TestMessage;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** The doctor finds UIDs that differ from the ranges or from the emails of a mailbox. */
class UidsCheckTest {

    @TempDir
    private Path directory;

    private MailHome home;
    private Client client;
    private Scope scope;
    private long inbox;

    @BeforeEach
    void fillAMailbox() {
        home = new MailHome(directory);
        client = home.account("ann");
        scope = MailHome.scope(client);
        String id = requireNonNull(MailHome.roles(client).get("inbox"));
        inbox = MailHome.mailbox(id);
        home.put(client, List.of(new TestMessage(id), new TestMessage(id), new TestMessage(id)));
        change(3, true);
        home.store.write(scope, tx -> home.uids.expunge(tx, inbox, List.of(3L)));
        change(2, true);
    }

    @AfterEach
    void close() {
        home.close();
    }

    private void change(long uid, boolean deleted) {
        FlagMode mode = deleted ? FlagMode.ADD : FlagMode.REMOVE;
        home.store.write(scope, tx -> {
            home.uids.store(tx, inbox, List.of(uid), new FlagChange(mode, Set.of(), true));
            return true;
        });
    }

    private void sql(String statement) {
        home.store.write(scope, tx -> tx.sql().update(statement));
    }

    private Finding finding() {
        return new UidsCheck(home.store).run().get(0);
    }

    @Test
    void acceptsDeletedAndExpungedEmails() {
        assertThat(finding().status()).isEqualTo(Finding.Status.OK);
        change(2, false);
        assertThat(finding().status()).isEqualTo(Finding.Status.OK);
        assertThat(finding().detail()).startsWith("1 mailboxes checked");
    }

    @Test
    void findsARangeWithoutUids() {
        sql("update mail_run set last = last + 1 where account = :account");
        fails("2 UIDs, 3 in ranges");
    }

    @Test
    void findsAnEmailWithoutUid() {
        sql("delete from mail_uid where account = :account and uid = 1");
        fails("0 UIDs without \\Deleted, 1 emails", "1 UIDs, 2 in ranges");
    }

    @Test
    void findsAUidThatCouldBeUsedAgain() {
        sql("update mailbox set uid_next = 2 where account = :account and uid_next > 2");
        fails("the UID 2 is not below the next one, 2");
    }

    @Test
    void findsAHiddenEmailWithoutUid() {
        sql("delete from mail_uid where account = :account and deleted = 1");
        fails("hidden, and \\Deleted in no mailbox");
    }

    @Test
    void leavesOutAccountsWhoseEmailsGetUidsLater() {
        sql("delete from mail_uid where account = :account and uid = 1");
        sql("insert into uid_assignment (account, done) values (:account, 0)");
        assertThat(finding().status()).isEqualTo(Finding.Status.OK);
    }

    private void fails(String... faults) {
        Finding finding = finding();
        assertThat(finding.status()).isEqualTo(Finding.Status.FAIL);
        assertThat(finding.detail()).contains(faults).contains("of the account a");
        assertThat(finding.remedy().orElseThrow()).contains("report a defect");
    }
}
