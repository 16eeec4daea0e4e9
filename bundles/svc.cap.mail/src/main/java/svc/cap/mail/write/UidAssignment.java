package svc.cap.mail.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.mail.table.UidAssignmentRows;
import svc.cap.mail.table.UidRows;

/**
 * Gives UIDs to the emails of earlier homes, in the order in which the emails were added to the account. The work runs in
 * portions in the background, and continues after a restart. Thread-safe.
 */
@Component(service = UidAssignment.class)
public final class UidAssignment {

    /** The number of emails of a portion. */
    private static final int PORTION = 50;

    /** The number of portions in one transaction while a client waits. */
    private static final int AWAITED = 10;

    private final Store store;
    private final DeferredWork work;

    @Activate
    public UidAssignment(@Reference Store store) {
        this.store = store;
        this.work = new DeferredWork(store, new Portions());
    }

    /** Continues the work in the background. Call it outside a store callback. */
    public void ensure(Scope scope) {
        work.ensure(scope);
    }

    /** Completes the work while a client waits. Call it outside a store callback. */
    public void finish(Scope scope) {
        if (!store.read(scope, snapshot -> UidAssignmentRows.isPending(snapshot.sql()))) {
            return;
        }
        boolean more = true;
        while (more) {
            more = store.write(scope, TransactionCallback.named(Portions.NAME, UidAssignment::assignSome));
        }
    }

    private static boolean assignSome(Transaction tx) {
        boolean more = true;
        for (int i = 0; i < AWAITED && more; i++) {
            more = assign(tx);
        }
        return more;
    }

    /** Gives UIDs to one portion. Returns whether emails are left. */
    public static boolean assign(Transaction tx) {
        if (!UidAssignmentRows.isPending(tx.sql())) {
            return false;
        }
        List<Long> numbers = tx.sql()
                .select(
                        "select n from email where account = :account and n > ? order by n limit ?",
                        row -> row.getLong(1),
                        UidAssignmentRows.done(tx.sql()),
                        PORTION);
        Map<Long, Long> saved = new HashMap<>();
        Map<Long, List<Long>> added = new TreeMap<>();
        List<UidRows.Entry> assigned = UidRows.of(tx.sql(), numbers);
        tx.sql()
                .selectIn(
                        "select n, mailbox, received from in_mailbox where account = :account and n in (??)"
                                + " order by n, mailbox",
                        numbers,
                        row -> {
                            long n = row.getLong(1);
                            long mailbox = row.getLong(2);
                            if (assigned.stream().noneMatch(entry -> entry.n() == n && entry.mailbox() == mailbox)) {
                                added.computeIfAbsent(mailbox, none -> new ArrayList<>())
                                        .add(n);
                                saved.put(n, row.getLong(3));
                            }
                            return n;
                        });
        UidWriter.assign(tx.sql(), added, n -> saved.getOrDefault(n, 0L));
        if (numbers.size() < PORTION) {
            UidAssignmentRows.complete(tx.sql());
            return false;
        }
        UidAssignmentRows.set(tx.sql(), numbers.get(numbers.size() - 1));
        return true;
    }

    private static final class Portions implements DeferredWork.Work {

        private static final String NAME = "svc.cap.mail: give UIDs to emails of an earlier home";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return UidAssignmentRows.isPending(snapshot.sql());
        }

        @Override
        public boolean runPortion(Transaction tx) {
            return assign(tx);
        }
    }
}
