package svc.cap.mail;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.Blobs;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * Books what comes, goes and changes: rows, lists, threads, counts and the log of changes move together in the given transaction,
 * a set at a time. Who calls has looked whether the mailboxes exist and whether the account holds the blobs. Any thread.
 */
@Component(service = Ledger.class)
public final class Ledger {

    /** Books here. */
    @Activate
    public Ledger(@Reference Blobs blobs) {}

    /** How messages stand; those that do not exist are left out. */
    Map<Long, Email.Placed> placed(Snapshot snapshot, Collection<Long> numbers) {
        throw new UnsupportedOperationException();
    }

    /** Messages arrive; what became of each, in their order. Their blobs are referred to. */
    List<Email.Added> add(Transaction tx, List<Email.Entry> entries) {
        throw new UnsupportedOperationException();
    }

    /** Messages get other keywords, or go to other mailboxes. */
    void change(Transaction tx, Collection<Email.Moved> moved) {
        throw new UnsupportedOperationException();
    }

    /** Messages go for good. */
    void remove(Transaction tx, Collection<Email.Placed> gone) {
        throw new UnsupportedOperationException();
    }
}
