package svc.cap.mail.mailboxset;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.ReceivedKey;
import svc.cap.mail.write.DeferredWork;

/**
 * Begins to log which emails and threads are in a mailbox, from which users with whom the mailbox is shared calculate
 * changes. The first emails are logged in portions in the background. Thread-safe.
 */
@Component(service = MailboxWatch.class)
public final class MailboxWatch {

    /** The number of emails of a portion. */
    private static final int PORTION = 100;

    private final DeferredWork work;

    @Activate
    public MailboxWatch(@Reference Store store) {
        this.work = new DeferredWork(store, new Seeding());
    }

    /** Begins to watch a mailbox if it is not watched yet. */
    public void begin(Transaction tx, long mailbox) {
        if (tx.isWatched(EmailType.TYPE, mailbox)) {
            return;
        }
        tx.watch(EmailType.TYPE, mailbox, List.of(), false);
        tx.watch(ThreadType.TYPE, mailbox, List.of(), false);
        tx.sql()
                .update(
                        "insert into mailbox_watch (account, mailbox, received, n) values (:account, ?, ?, ?)"
                                + " on conflict (account, mailbox) do nothing",
                        mailbox,
                        ReceivedKey.FIRST.received(),
                        ReceivedKey.FIRST.n());
        tx.afterCommit(() -> work.begin(tx.scope()));
    }

    /** Continues what an earlier run of the server left. Call it outside a store callback. */
    public void ensure(Scope scope) {
        work.ensure(scope);
    }

    /** Forgets a destroyed mailbox. */
    public static void delete(SqlWriter sql, long mailbox) {
        sql.update("delete from mailbox_watch where account = :account and mailbox = ?", mailbox);
    }

    /** A mailbox that is being watched, with the key of the last email that was logged. */
    private record Pending(long mailbox, ReceivedKey done) {

        static Optional<Pending> first(Snapshot snapshot) {
            return snapshot.sql()
                    .first(
                            "select mailbox, received, n from mailbox_watch where account = :account"
                                    + " order by mailbox limit 1",
                            row -> new Pending(row.getLong(1), new ReceivedKey(row.getLong(2), row.getLong(3))));
        }
    }

    private static final class Seeding implements DeferredWork.Work {

        @Override
        public String name() {
            return "svc.cap.mail: watch a mailbox";
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return Pending.first(snapshot).isPresent();
        }

        @Override
        public boolean runPortion(Transaction tx) {
            Optional<Pending> pending = Pending.first(tx);
            pending.ifPresent(next -> log(tx, next));
            return pending.isPresent();
        }

        private static void log(Transaction tx, Pending pending) {
            List<ReceivedKey> page = InMailboxRows.after(tx.sql(), pending.mailbox(), pending.done(), PORTION);
            boolean complete = page.size() < PORTION;
            List<Long> emails = page.stream().map(ReceivedKey::n).toList();
            Set<Long> threads = EmailRows.find(tx.sql(), emails).values().stream()
                    .map(EmailRows.Email::thread)
                    .collect(Collectors.toSet());
            tx.watch(EmailType.TYPE, pending.mailbox(), emails, complete);
            tx.watch(ThreadType.TYPE, pending.mailbox(), threads, complete);
            if (complete) {
                delete(tx.sql(), pending.mailbox());
                return;
            }
            ReceivedKey last = page.get(page.size() - 1);
            tx.sql()
                    .update(
                            "update mailbox_watch set received = ?, n = ? where account = :account and mailbox = ?",
                            last.received(),
                            last.n(),
                            pending.mailbox());
        }
    }
}
