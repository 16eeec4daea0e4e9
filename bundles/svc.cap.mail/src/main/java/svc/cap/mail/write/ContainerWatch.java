package svc.cap.mail.write;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.InMailboxRows;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.KeywordRows;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.table.ReceivedKey;

/**
 * Begins to log which emails and threads are in a container, which is a mailbox or a label. Users with whom the container
 * is shared calculate changes from this. The first emails are logged in portions in the background. Thread-safe.
 */
@Component(service = ContainerWatch.class)
public final class ContainerWatch {

    /** The number of emails of a portion. */
    private static final int PORTION = 100;

    private final Store store;
    private final DeferredWork work;

    @Activate
    public ContainerWatch(@Reference Store store) {
        this.store = store;
        this.work = new DeferredWork(store, new Seeding());
    }

    /** Begins to watch a container if it is not watched yet. */
    public void begin(Transaction tx, long container) {
        if (tx.isWatched(EmailType.TYPE, container)) {
            return;
        }
        tx.watch(EmailType.TYPE, container, List.of(), false);
        tx.watch(ThreadType.TYPE, container, List.of(), false);
        tx.sql()
                .update(
                        "insert into container_watch (account, container, received, n) values (:account, ?, ?, ?)"
                                + " on conflict (account, container) do nothing",
                        container,
                        ReceivedKey.FIRST.received(),
                        ReceivedKey.FIRST.n());
        tx.afterCommit(() -> work.begin(tx.scope()));
    }

    /** Continues what an earlier run of the server left. Call it outside a store callback. */
    public void ensure(Scope scope) {
        work.ensure(scope);
    }

    /** Logs the first emails of a container while a client waits. Call it outside a store callback. */
    public void finish(Scope scope, long container) {
        boolean more = true;
        while (more) {
            more = store.write(
                    scope,
                    TransactionCallback.named(Seeding.NAME, tx -> Seeding.logNext(tx, Pending.of(tx, container))));
        }
    }

    /** Ends to watch a destroyed container, from which all emails have been removed. */
    public static void end(Transaction tx, long container) {
        tx.unwatch(EmailType.TYPE, container);
        tx.unwatch(EmailType.MARKED_DELETED, container);
        tx.unwatch(ThreadType.TYPE, container);
    }

    /** Logs no further first emails of a container. */
    public static void cancel(SqlWriter sql, long container) {
        sql.update("delete from container_watch where account = :account and container = ?", container);
    }

    /** A container whose first emails are being logged, with the key of the last email that was logged. */
    private record Pending(long container, ReceivedKey done) {

        static Optional<Pending> first(Snapshot snapshot) {
            return snapshot.sql()
                    .first(
                            "select container, received, n from container_watch where account = :account"
                                    + " order by container limit 1",
                            Pending::of);
        }

        static Optional<Pending> of(Snapshot snapshot, long container) {
            return snapshot.sql()
                    .first(
                            "select container, received, n from container_watch where account = :account"
                                    + " and container = ?",
                            Pending::of,
                            container);
        }

        private static Pending of(Row row) {
            return new Pending(row.getLong(1), new ReceivedKey(row.getLong(2), row.getLong(3)));
        }
    }

    private static final class Seeding implements DeferredWork.Work {

        private static final String NAME = "svc.cap.mail: watch a mailbox or a label";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return Pending.first(snapshot).isPresent();
        }

        @Override
        public boolean runPortion(Transaction tx) {
            return logNext(tx, Pending.first(tx));
        }

        private static boolean logNext(Transaction tx, Optional<Pending> pending) {
            pending.ifPresent(next -> log(tx, next));
            return pending.isPresent();
        }

        private static void log(Transaction tx, Pending pending) {
            List<ReceivedKey> page = page(tx.sql(), pending);
            boolean complete = page.size() < PORTION;
            List<Long> emails = page.stream().map(ReceivedKey::n).toList();
            Set<Long> threads = EmailRows.find(tx.sql(), emails).values().stream()
                    .map(EmailRows.Email::thread)
                    .collect(Collectors.toSet());
            tx.watch(EmailType.TYPE, pending.container(), emails, complete);
            tx.watch(ThreadType.TYPE, pending.container(), threads, complete);
            if (complete) {
                cancel(tx.sql(), pending.container());
                return;
            }
            ReceivedKey last = page.get(page.size() - 1);
            tx.sql()
                    .update(
                            "update container_watch set received = ?, n = ?"
                                    + " where account = :account and container = ?",
                            last.received(),
                            last.n(),
                            pending.container());
        }

        /** Returns the next emails of a label, or of a mailbox. The number of a mailbox is that of no label. */
        private static List<ReceivedKey> page(Sql sql, Pending pending) {
            ReceivedKey done = pending.done();
            OptionalLong label = KeywordDictionaryRows.number(sql, LabelKeyword.of(pending.container()));
            return label.isPresent()
                    ? KeywordRows.page(
                            sql, label.getAsLong(), new ReceivedKey(done.received(), done.n() + 1), PORTION, true)
                    : InMailboxRows.after(sql, pending.container(), done, PORTION);
        }
    }
}
