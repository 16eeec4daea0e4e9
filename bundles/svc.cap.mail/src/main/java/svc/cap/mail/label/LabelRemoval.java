package svc.cap.mail;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * Takes labels that are no more off messages. Few do it at once; of more it is written down, and they lose it some at a time, when
 * nobody waits. Until then a message says that it has the label: what it says and what the log of changes tells are always the same.
 * Any thread.
 */
@Component(service = LabelRemoval.class)
public final class LabelRemoval {

    /** So many messages lose labels in one transaction that somebody waits for. */
    static final int AT_ONCE = 100;

    /** So many lose one between two looks at the time. */
    private static final int PORTION = 20;

    private final Ledger ledger;
    private final Backlog backlog;

    /** Takes them off here. */
    @Activate
    public LabelRemoval(@Reference Store store, @Reference Ledger ledger) {
        this.ledger = ledger;
        this.backlog = new Backlog(store, new Removals());
    }

    /** Goes on where it was; outside any work of the store. */
    void ensure(Scope scope) {
        backlog.ensure(scope);
    }

    /**
     * A label is no more.
     *
     * @param room from how many messages it may be taken now
     * @return from how many it is
     */
    int remove(Transaction tx, long label, int room) {
        long emails = WordRows.find(tx.sql(), LabelWord.of(label)).stream()
                .mapToLong(WordRows.Word::emails)
                .sum();
        if (emails > room) {
            LabelRows.leave(tx.sql(), label);
            tx.afterCommit(() -> backlog.begin(tx.scope()));
            return 0;
        }
        ledger.unlabel(tx, label, room);
        return (int) emails;
    }

    private final class Removals implements Backlog.Work {
        @Override
        public String name() {
            return "svc.cap.mail: messages lose a label";
        }

        @Override
        public boolean left(Snapshot snapshot) {
            return LabelRows.leaving(snapshot.sql()).isPresent();
        }

        @Override
        public boolean some(Transaction tx) {
            LabelRows.leaving(tx.sql()).ifPresent(label -> {
                if (!ledger.unlabel(tx, label, PORTION)) {
                    LabelRows.left(tx.sql(), label);
                }
            });
            return left(tx);
        }
    }
}
