package svc.cap.principals;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Directory;
import svc.api.job.JobHandler;
import svc.api.store.Scope;

/** Compares the principals of all tenants with the directory, and corrects those that are wrong. */
@Component(service = JobHandler.class)
public final class RepairPrincipalsJob implements JobHandler {

    /** The kind of these jobs. */
    static final String NAME = "principal-repair";

    /** The subject of these jobs. */
    static final String ALL = "all";

    private static final Logger LOG = LoggerFactory.getLogger(RepairPrincipalsJob.class);

    private final Directory directory;
    private final PrincipalSync sync;

    @Activate
    public RepairPrincipalsJob(@Reference Directory directory, @Reference PrincipalSync sync) {
        this.directory = directory;
        this.sync = sync;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        long corrected = 0;
        List<String> tenants = directory.tenants();
        for (int i = 0; i < tenants.size() && !progress.isCancelled(); i++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("The server is stopping; the job starts again at the next start.");
            }
            String tenant = tenants.get(i);
            int wrong = sync.compareAll(tenant, Scope.account(new ScopeKey(), directory.scopeOfTenant(tenant)));
            if (wrong > 0) {
                LOG.warn("{} principals of the organization {} were wrong; they are corrected", wrong, tenant);
            }
            corrected += wrong;
            progress.report((i + 1) + " of " + tenants.size() + " organizations done, " + corrected + " corrected");
        }
    }
}
