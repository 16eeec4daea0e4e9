package svc.cap.mail;

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
import svc.api.blob.Blobs;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/**
 * Makes one of threads. Few messages move at once; of more it is written down that they are to move, and they do so some at a time,
 * when nobody waits. Meanwhile each message is in one thread, and whatever arrives for either goes to the one that stays. Any thread.
 */
@Component(service = ThreadMerging.class)
public final class ThreadMerging {

    /** So many messages move in one transaction. */
    static final int AT_ONCE = 100;

    /** So many move between two looks at the time. */
    private static final int PORTION = 10;

    /** So many move in a transaction that somebody waits for. */
    private static final int AWAITED = 100;

    private static final String NAME = "svc.cap.mail: messages follow their thread";

    private final Store store;
    private final Blobs blobs;
    private final Backlog backlog;

    /** Moves them here. */
    @Activate
    public ThreadMerging(@Reference Store store, @Reference Blobs blobs) {
        this.store = store;
        this.blobs = blobs;
        this.backlog = new Backlog(store, new Moves());
    }

    /**
     * Makes one of threads: each of the keys stays, what it stands for goes.
     *
     * @param room how many messages may move now
     * @return how many do
     */
    int merge(Transaction tx, Map<Long, Set<Long>> merged, Booking booking, int room) {
        Map<Long, Long> into = new HashMap<>();
        merged.forEach((survivor, others) -> {
            LinkRows.move(tx.sql(), others, survivor);
            MergedRows.add(tx.sql(), survivor, others);
            others.forEach(other -> into.put(other, survivor));
        });
        int messages = ThreadRows.among(tx.sql(), into.keySet()).values().stream()
                .mapToInt(Tally::emails)
                .sum();
        if (messages > room) {
            tx.afterCommit(() -> backlog.begin(tx.scope()));
            return 0;
        }
        new Renumbering(tx, blobs).book(into, EmailRows.members(tx.sql(), into.keySet()), booking);
        MergedRows.close(tx.sql(), into.keySet());
        return messages;
    }

    /**
     * After a restart, or when moving came to a bad end: goes on where it was, when somebody looks at an account; outside any work of
     * the store.
     */
    void ensure(Scope scope) {
        backlog.ensure(scope);
    }

    private final class Moves implements Backlog.Work {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean left(Snapshot snapshot) {
            return MergedRows.open(snapshot.sql()).isPresent();
        }

        @Override
        public boolean some(Transaction tx) {
            return move(tx, PORTION);
        }
    }

    /** Moves all that is still to be moved in an account, some at a time, while somebody waits; outside any work of the store. */
    void finish(Scope scope, Runnable pace) {
        boolean more = true;
        while (more) {
            pace.run();
            more = store.write(scope, Writing.named(NAME, tx -> move(tx, AWAITED)));
        }
    }

    /** Moves some; whether there are more. */
    private boolean move(Transaction tx, int most) {
        return MergedRows.open(tx.sql())
                .map(open -> {
                    List<EmailRows.Member> some = EmailRows.some(tx.sql(), open.thread(), most);
                    Booking booking = new Booking(tx);
                    new Renumbering(tx, blobs).book(Map.of(open.thread(), open.survivor()), some, booking);
                    if (booking.close().contains(open.thread()) || some.isEmpty()) {
                        MergedRows.close(tx.sql(), List.of(open.thread()));
                    }
                    return true;
                })
                .orElse(false);
    }

    /** Threads are no more because their messages went for good. What was on the way into one of them stays for itself. */
    void bury(Transaction tx, Collection<Long> dead) {
        if (dead.isEmpty()) {
            return;
        }
        Set<Long> gained = new HashSet<>(MergedRows.open(tx.sql(), dead).values());
        MergedRows.close(tx.sql(), dead);
        Map<Long, Long> heirs = MergedRows.heirs(tx.sql(), dead);
        heirs.forEach((survivor, heir) -> {
            LinkRows.move(tx.sql(), List.of(survivor), heir);
            MergedRows.free(tx.sql(), List.of(heir));
            MergedRows.hand(tx.sql(), List.of(survivor), heir);
            gained.add(heir);
        });
        List<Long> childless = new ArrayList<>(dead);
        childless.removeAll(heirs.keySet());
        MergedRows.forget(tx.sql(), childless);
        LinkRows.delete(tx.sql(), childless);
        gained.removeAll(dead);
        gained.forEach(thread -> tx.updated(MailThread.TYPE, thread, Facets.ALL));
    }
}
