package svc.cap.mail.mailboxset;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.mail.mailbox.CountedTrash;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.MailboxCountDeltas;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.table.ThreadInMailboxRows;
import svc.cap.mail.table.ThreadRows;
import svc.cap.mail.write.DeferredWork;

/**
 * Recounts unread threads after the role {@code trash} moves to another mailbox: an email that is only in the trash
 * does not count elsewhere (RFC 8621 §2). The recount runs in portions and stores its progress in {@link CountedTrash}.
 * Concurrent changes stay correct, and the recount continues after a restart. Thread-safe.
 */
@Component(service = TrashRoleChange.class)
public final class TrashRoleChange {

    /** The name of the transactions. */
    public static final String NAME = "svc.cap.mail: recount unread threads";

    /**
     * Maximum number of threads in a portion. {@link #MESSAGES} limits the number of emails of these threads; a portion
     * that is a single thread may exceed that limit.
     */
    private static final int THREADS = 100;

    private static final int MESSAGES = 500;

    private static final String NEXT =
            "select n, emails from thread where account = :account and n > ? order by n limit " + THREADS;

    private static final String AFFECTED = "select distinct thread from thread_in_mailbox"
            + " where account = :account and thread > ? and thread <= ? and mailbox in (?, ?)";

    private static final String UNREAD = "select e.thread, count(*) from email e where e.account = :account"
            + " and e.thread in (??) and e.flags & 3 = 0 and exists (select 1 from in_mailbox i"
            + " where i.account = :account and i.n = e.n and i.mailbox <> ?) group by e.thread";

    private static final Logger LOG = LoggerFactory.getLogger(TrashRoleChange.class);

    private final Store store;
    private final DeferredWork deferredWork;

    @Activate
    public TrashRoleChange(@Reference Store store) {
        this.store = store;
        this.deferredWork = new DeferredWork(store, new Counting());
    }

    /** Continues an unfinished recount. Call it outside a store callback. */
    void ensure(Scope scope) {
        deferredWork.ensure(scope);
    }

    /**
     * Starts a recount. The previous recount must be finished. If {@code pace} ends this transaction before all threads
     * are recounted, the recount continues in the background.
     */
    void begin(Transaction tx, long before, long after, BackgroundTask.Pace pace) {
        CountedTrash.begin(tx.sql(), before, after);
        if (some(tx, pace)) {
            tx.afterCommit(() -> deferredWork.begin(tx.scope()));
        }
    }

    /**
     * Recounts at least one portion, and more portions as long as {@code pace} allows. Returns whether threads are
     * left.
     */
    boolean some(Transaction tx, BackgroundTask.Pace pace) {
        boolean more;
        do {
            more = some(tx);
        } while (more && pace.mayContinue());
        return more;
    }

    /** Finishes the recount while a caller waits. Call it outside a store callback. */
    void finish(Scope scope, Runnable checkpoint) {
        boolean more =
                store.read(scope, snapshot -> CountedTrash.read(snapshot.sql()).inProgress());
        while (more) {
            checkpoint.run();
            try {
                more = store.write(scope, TransactionCallback.named(NAME, TrashRoleChange::some));
            } catch (StoreException e) { // The change of the role is already committed, so the request must not fail.
                LOG.warn("Recounting unread threads in the background", e);
                return;
            }
        }
    }

    private static final class Counting implements DeferredWork.Work {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return CountedTrash.read(snapshot.sql()).inProgress();
        }

        @Override
        public boolean runPortion(Transaction tx) {
            return TrashRoleChange.some(tx);
        }
    }

    /** Recounts one portion. Returns whether threads are left. */
    private static boolean some(Transaction tx) {
        CountedTrash trash = CountedTrash.read(tx.sql());
        if (!trash.inProgress()) {
            return false;
        }
        long last = last(tx, trash.done());
        if (last == trash.done()) {
            CountedTrash.end(tx.sql());
            return false;
        }
        count(
                tx,
                trash,
                tx.sql().select(AFFECTED, row -> row.getLong(1), trash.done(), last, trash.old(), trash.trash()));
        CountedTrash.saveProgress(tx.sql(), last);
        return true;
    }

    /** Returns the last thread of the next portion, or {@code before} if no thread is left. */
    private static long last(Transaction tx, long before) {
        List<long[]> next = tx.sql().select(NEXT, row -> new long[] {row.getLong(1), row.getLong(2)}, before);
        long last = before;
        long messages = 0;
        for (long[] thread : next) {
            messages += thread[1];
            if (last > before && messages > MESSAGES) {
                return last;
            }
            last = thread[0];
        }
        return last;
    }

    private static void count(Transaction tx, CountedTrash trash, List<Long> numbers) {
        Map<Long, ThreadAggregate> threads = ThreadRows.find(tx.sql(), numbers);
        Map<Long, Integer> unread = new HashMap<>();
        tx.sql().selectIn(UNREAD, numbers, row -> unread.put(row.getLong(1), (int) row.getLong(2)), trash.trash());
        threads.forEach((n, aggregate) -> aggregate.unread(unread.getOrDefault(n, 0) - aggregate.unread()));
        MailboxCountDeltas counts = new MailboxCountDeltas();
        ThreadInMailboxRows.of(tx.sql(), new ArrayList<>(numbers)).forEach((place, existing) -> {
            ThreadAggregate thread = requireNonNull(threads.get(place.thread()));
            int before = shown(place.mailbox() == trash.old() ? existing.unread() : thread.unreadBefore());
            int after = shown(place.mailbox() == trash.trash() ? existing.unread() : thread.unread());
            counts.threads(place.mailbox(), 0, after - before);
        });
        ThreadRows.write(tx.sql(), threads);
        counts.forEach((mailbox, moved) -> {
            MailboxRows.count(tx.sql(), mailbox, moved);
            tx.logUpdated(Mailbox.TYPE, mailbox, Mailbox.COUNTS);
        });
    }

    private static int shown(int unread) {
        return unread > 0 ? 1 : 0;
    }
}
