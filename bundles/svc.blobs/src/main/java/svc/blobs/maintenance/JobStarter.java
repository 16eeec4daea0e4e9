package svc.blobs.maintenance;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobQueue;
import svc.api.job.StartedJob;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** Adds jobs of this bundle to the job queue. */
@Component(service = JobStarter.class)
public final class JobStarter {

    /** The subject of a job for all organizations. */
    static final String ALL = "all";

    private final Store store;
    private final JobQueue jobs;

    @Activate
    public JobStarter(@Reference Store store, @Reference JobQueue jobs) {
        this.store = store;
        this.jobs = jobs;
    }

    StartedJob add(String kind) {
        return add(kind, ALL);
    }

    /** Adds a job for one subject: the id of an organization, or {@link #ALL}. */
    StartedJob add(String kind, String subject) {
        return StartedJob.of(store.write(
                Scope.system(),
                TransactionCallback.named("svc.blobs: ask for a job", tx -> jobs.add(tx, kind, subject))));
    }
}
