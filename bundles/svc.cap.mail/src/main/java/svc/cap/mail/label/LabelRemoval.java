package svc.cap.mail.label;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.cap.mail.table.KeywordDictionaryRows;
import svc.cap.mail.table.LabelKeyword;
import svc.cap.mail.write.ContainerWatch;
import svc.cap.mail.write.DeferredWork;
import svc.cap.mail.write.EmailWriter;

/**
 * Removes destroyed labels from emails. A small removal runs at once. A larger one is recorded and continues in
 * background transactions. Until an email is processed, it still reports the label, so that its properties agree with
 * the change log. Thread-safe.
 */
@Component(service = LabelRemoval.class)
public final class LabelRemoval {

    /** Maximum number of emails from which a label is removed in the transaction that destroys it. */
    public static final int AT_ONCE = 100;

    /**
     * The number of emails from which a background transaction removes a label before it checks whether it may
     * continue.
     */
    private static final int PORTION = 20;

    private final EmailWriter emailWriter;
    private final DeferredWork deferredWork;

    @Activate
    public LabelRemoval(@Reference Store store, @Reference EmailWriter emailWriter) {
        this.emailWriter = emailWriter;
        this.deferredWork = new DeferredWork(store, new Removals());
    }

    /** Continues the unfinished removals of an account. Call it outside a store callback. */
    public void ensure(Scope scope) {
        deferredWork.ensure(scope);
    }

    /**
     * Removes a destroyed label from its emails, in the background if there are more than {@link #AT_ONCE}.
     */
    void remove(Transaction tx, long label) {
        long emails = KeywordDictionaryRows.find(tx.sql(), LabelKeyword.of(label)).stream()
                .mapToLong(KeywordDictionaryRows.Word::emails)
                .sum();
        if (emails > AT_ONCE) {
            LabelRows.markForRemoval(tx.sql(), label);
            tx.afterCommit(() -> deferredWork.begin(tx.scope()));
        } else {
            emailWriter.removeLabel(tx, label, AT_ONCE);
            ContainerWatch.end(tx, label);
        }
    }

    private final class Removals implements DeferredWork.Work {
        @Override
        public String name() {
            return "svc.cap.mail: remove a label from emails";
        }

        @Override
        public boolean isPending(Snapshot snapshot) {
            return LabelRows.nextRemoval(snapshot.sql()).isPresent();
        }

        @Override
        public boolean runPortion(Transaction tx) {
            LabelRows.nextRemoval(tx.sql()).ifPresent(label -> {
                if (!emailWriter.removeLabel(tx, label, PORTION)) {
                    LabelRows.removalDone(tx.sql(), label);
                    ContainerWatch.end(tx, label);
                }
            });
            return isPending(tx);
        }
    }
}
