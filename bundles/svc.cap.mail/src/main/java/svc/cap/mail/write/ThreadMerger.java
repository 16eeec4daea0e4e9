package svc.cap.mail.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.table.EmailRows;
import svc.cap.mail.table.MessageIdRows;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.table.ThreadMergeRows;
import svc.cap.mail.table.ThreadRows;

/**
 * Merges threads. A small merge moves all emails at once. A larger one is recorded and continues in background
 * transactions. Meanwhile each email is in one thread, and new emails for either thread go to the survivor.
 * Thread-safe.
 */
@Component(service = ThreadMerger.class)
public final class ThreadMerger {

    /** Maximum number of emails that move in the transaction of the merge. */
    public static final int AT_ONCE = 30;

    /** The number of emails that a background transaction moves before it checks whether it may continue. */
    private static final int PORTION = 10;

    /** The number of emails that move in one transaction while a caller waits. */
    private static final int AWAITED = 30;

    private static final String NAME = "svc.cap.mail: move emails to a merged thread";

    private final Store store;
    private final AccountBlobs blobs;
    private final Clock clock;
    private final DeferredWork deferredWork;

    @Activate
    public ThreadMerger(@Reference Store store, @Reference AccountBlobs blobs, @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.clock = clock;
        this.deferredWork = new DeferredWork(store, new Moves());
    }

    /** Begins a batch of changes of emails. */
    public EmailWriteBatch batch(Transaction tx) {
        return new EmailWriteBatch(tx, clock.now());
    }

    /**
     * Merges threads into their survivors.
     *
     * @param merged the threads to merge, by survivor
     * @param limit the maximum number of emails that may move in this transaction
     * @return the number of emails that move in this transaction
     */
    public int merge(Transaction tx, Map<Long, Set<Long>> merged, EmailWriteBatch batch, int limit) {
        Map<Long, Long> into = new HashMap<>();
        merged.forEach((survivor, others) -> {
            MessageIdRows.move(tx.sql(), others, survivor);
            ThreadMergeRows.add(tx.sql(), survivor, others);
            others.forEach(other -> into.put(other, survivor));
        });
        int messages = ThreadRows.find(tx.sql(), into.keySet()).values().stream()
                .mapToInt(ThreadAggregate::emails)
                .sum();
        if (messages > limit) {
            tx.afterCommit(() -> deferredWork.begin(tx.scope()));
            return 0;
        }
        new EmailReinsertion(tx, blobs).reinsert(into, EmailRows.members(tx.sql(), into.keySet()), batch);
        ThreadMergeRows.close(tx.sql(), into.keySet());
        return messages;
    }

    /** Continues the open merges of an account after a restart or a failure. Call it outside a store callback. */
    public void ensure(Scope scope) {
        deferredWork.ensure(scope);
    }

    private final class Moves implements DeferredWork.Work {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return ThreadMergeRows.open(snapshot.sql()).isPresent();
        }

        @Override
        public boolean runPortion(Transaction tx) {
            return move(tx, PORTION);
        }
    }

    /** Moves all emails of the open merges of an account while a caller waits. Call it outside a store callback. */
    public void finish(Scope scope, Runnable checkpoint) {
        boolean more = true;
        while (more) {
            checkpoint.run();
            more = store.write(scope, TransactionCallback.named(NAME, tx -> move(tx, AWAITED)));
        }
    }

    /** Moves up to {@code max} emails of one open merge. Returns whether there was an open merge. */
    private boolean move(Transaction tx, int max) {
        return ThreadMergeRows.open(tx.sql())
                .map(open -> {
                    List<EmailRows.Member> portion = EmailRows.ofThread(tx.sql(), open.thread(), max);
                    EmailWriteBatch batch = batch(tx);
                    new EmailReinsertion(tx, blobs).reinsert(Map.of(open.thread(), open.survivor()), portion, batch);
                    if (batch.close().contains(open.thread()) || portion.isEmpty()) {
                        ThreadMergeRows.close(tx.sql(), List.of(open.thread()));
                    }
                    return true;
                })
                .orElse(false);
    }

    /**
     * Removes the links and merges of destroyed threads. If emails of other threads still had to move into a destroyed
     * thread, the other thread with the lowest number becomes independent, and takes over the links and merges of the
     * destroyed thread.
     */
    void threadsDestroyed(Transaction tx, Collection<Long> destroyed) {
        if (destroyed.isEmpty()) {
            return;
        }
        Set<Long> gained =
                new HashSet<>(ThreadMergeRows.open(tx.sql(), destroyed).values());
        ThreadMergeRows.close(tx.sql(), destroyed);
        Map<Long, Long> survivors = ThreadMergeRows.oldestOpenMerges(tx.sql(), destroyed);
        survivors.forEach((thread, survivor) -> {
            MessageIdRows.move(tx.sql(), List.of(thread), survivor);
            ThreadMergeRows.deleteThreads(tx.sql(), List.of(survivor));
            ThreadMergeRows.moveTo(tx.sql(), List.of(thread), survivor);
            gained.add(survivor);
        });
        List<Long> childless = new ArrayList<>(destroyed);
        childless.removeAll(survivors.keySet());
        ThreadMergeRows.forget(tx.sql(), childless);
        MessageIdRows.delete(tx.sql(), childless);
        gained.removeAll(destroyed);
        gained.forEach(thread -> tx.logUpdated(ThreadType.TYPE, thread, Facets.ALL));
    }
}
