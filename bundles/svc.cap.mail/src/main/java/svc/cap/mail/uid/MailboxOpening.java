package svc.cap.mail.uid;

import java.util.List;
import java.util.Optional;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Store.HomeIdentity;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.mailbox.DefaultMailboxes;
import svc.cap.mail.table.UidRows;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.UidAssignment;

/**
 * Prepares mailboxes for access by UID: they get a UIDVALIDITY, and their changes are logged. After a restore of the
 * database, each mailbox gets another UIDVALIDITY, because UIDs that were given after the backup can be given again to
 * other messages. Thread-safe.
 */
final class MailboxOpening {

    /** Maximum number of emails of a mailbox whose first log is written while the client waits. */
    private static final int MOST_AWAITED = 2_000;

    private final Store store;
    private final Clock clock;
    private final DefaultMailboxes defaults;
    private final UidAssignment assignment;
    private final ContainerWatch watch;

    MailboxOpening(
            Store store, Clock clock, DefaultMailboxes defaults, UidAssignment assignment, ContainerWatch watch) {
        this.store = store;
        this.clock = clock;
        this.defaults = defaults;
        this.assignment = assignment;
        this.watch = watch;
    }

    /** Prepares a mailbox, as {@link UidStore#open} describes. */
    void open(Scope scope, long mailbox) {
        defaults.ensure(scope);
        assignment.finish(scope);
        boolean isOpen = store.read(
                scope,
                snapshot -> find(snapshot, mailbox).map(row -> row.validity > 0).orElse(true)
                        && UidLog.isWatched(snapshot, mailbox));
        if (isOpen) {
            return;
        }
        int emails = store.write(
                scope,
                TransactionCallback.named("svc.cap.mail: prepare a mailbox for UIDs", tx -> prepare(tx, mailbox)));
        if (emails <= MOST_AWAITED) {
            watch.finish(scope, mailbox);
        }
    }

    /** Returns the number of emails in the mailbox. */
    private int prepare(Transaction tx, long mailbox) {
        Optional<MailboxRow> row = find(tx, mailbox);
        if (row.isEmpty()) {
            return Integer.MAX_VALUE;
        }
        if (row.get().validity == 0) {
            // Time makes the value greater than that of a mailbox of an account that was deleted.
            long least = Math.max(clock.now().getEpochSecond(), restored() + 1);
            tx.sql()
                    .update(
                            "update mail_account set uid_validity = case when uid_validity < ? then ? else uid_validity + 1 end"
                                    + " where account = :account",
                            least,
                            least);
            tx.sql()
                    .update(
                            "update mailbox set uid_validity = (select a.uid_validity from mail_account a"
                                    + " where a.account = :account) where account = :account and n = ?",
                            mailbox);
        }
        watch.begin(tx, mailbox);
        if (!tx.isWatched(EmailType.MARKED_DELETED, mailbox)) {
            List<Long> deleted = UidRows.deletedIn(tx.sql(), mailbox, 0, Integer.MAX_VALUE).stream()
                    .map(UidRows.Entry::n)
                    .toList();
            tx.watch(EmailType.MARKED_DELETED, mailbox, deleted, true);
        }
        return row.get().emails;
    }

    /** Returns a mailbox. A UIDVALIDITY that was given before the last restore of the database counts as none. */
    Optional<MailboxRow> find(Snapshot snapshot, long mailbox) {
        long restored = restored();
        return MailboxRow.find(snapshot, mailbox)
                .map(row -> row.validity > restored ? row : new MailboxRow(0, row.next, row.emails));
    }

    /** Returns the time of the last restore in seconds since 1970; 0 if the database was never restored. */
    private long restored() {
        return store.home().map(HomeIdentity::restored).orElse(0L);
    }

    /** The columns of a mailbox; a validity of 0 means that it has none. */
    record MailboxRow(long validity, long next, int emails) {

        private static Optional<MailboxRow> find(Snapshot snapshot, long mailbox) {
            return snapshot.sql()
                    .first(
                            "select uid_validity, uid_next, emails from mailbox where account = :account and n = ?",
                            row -> new MailboxRow(
                                    row.isNull(1) ? 0 : row.getLong(1), row.getLong(2), (int) row.getLong(3)),
                            mailbox);
        }
    }
}
