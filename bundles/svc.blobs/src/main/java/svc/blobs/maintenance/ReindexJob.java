package svc.blobs;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobDeriver;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.job.JobKind;
import svc.api.store.Scope;
import svc.api.store.Store;

/**
 * Lets everybody who finds parts in what they are a part of make their index anew, and counts what accounts keep, one account after
 * another.
 */
@Component(service = JobKind.class)
public final class Reindex implements JobKind {

    /** The kind of these jobs. */
    static final String NAME = "blob-reindex";

    private static final int PAGE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Reindex.class);

    private final Directory directory;
    private final Store store;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<BlobDeriver> derivers = List.of();

    /** For these accounts. */
    @Activate
    public Reindex(@Reference Directory directory, @Reference Store store) {
        this.directory = directory;
        this.store = store;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        List<BlobDeriver> all = derivers;
        long done = 0;
        List<Account> page = directory.accounts(0, PAGE);
        while (!page.isEmpty()) {
            for (Account account : page) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("The server is stopping; the work begins anew at its next start.");
                }
                Scope scope = Scope.account(new ScopeKey(), account.n());
                all.forEach(deriver -> deriver.reindex(account, scope, progress));
                if (Recount.mend(store, scope)) {
                    LOG.warn(
                            "The bytes that the account {} keeps were counted wrong, and are counted right now",
                            account.id());
                }
                done++;
            }
            progress.tell(done + " accounts done");
            page = directory.accounts(page.get(page.size() - 1).n(), PAGE);
        }
    }
}
