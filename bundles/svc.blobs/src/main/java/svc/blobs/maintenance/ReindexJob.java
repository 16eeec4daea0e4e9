package svc.blobs.maintenance;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobExtractor;
import svc.api.blob.BlobStore;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.job.JobHandler;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.account.Recount;

/**
 * Rebuilds the indexes of all {@code BlobExtractor} services and corrects the used bytes, one account after another.
 */
@Component(service = JobHandler.class)
public final class ReindexJob implements JobHandler {

    /** The kind of these jobs. */
    static final String NAME = "blob-reindex";

    private static final int PAGE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(ReindexJob.class);

    private final Directory directory;
    private final Store store;
    private final BlobStore bytes;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<BlobExtractor> derivers = List.of();

    @Activate
    public ReindexJob(@Reference Directory directory, @Reference Store store, @Reference BlobStore bytes) {
        this.directory = directory;
        this.store = store;
        this.bytes = bytes;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        if (subject.equals(JobStarter.ALL)) {
            rebuild(progress);
        }
        List<BlobExtractor> all = derivers;
        long done = 0;
        List<Account> page = directory.accounts(0, PAGE);
        while (!page.isEmpty()) {
            for (Account account : page) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("The server is stopping; the job starts again at the next start.");
                }
                if (subject.equals(JobStarter.ALL) || subject.equals(account.organization())) {
                    reindex(account, all, progress);
                    done++;
                }
            }
            progress.report(done + " accounts done");
            page = directory.accounts(page.get(page.size() - 1).n(), PAGE);
        }
    }

    private void rebuild(Progress progress) {
        try {
            long found = bytes.rebuild(examined -> progress.report(examined + " blobs examined"));
            if (found > 0) {
                LOG.warn("{} stored blobs were missing in the database; they are added", found);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reindex(Account account, List<BlobExtractor> all, Progress progress) {
        Scope scope = Scope.account(new ScopeKey(), account.n());
        all.forEach(deriver -> deriver.reindex(account, scope, progress));
        if (Recount.correct(store, scope)) {
            LOG.warn("The counted bytes of the account {} were wrong; they are corrected", account.id());
        }
    }
}
