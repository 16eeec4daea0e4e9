package svc.blobs;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.job.Jobs;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Writing;

/** Puts a job of this bundle on the list. */
@Component(service = NewJob.class)
public final class NewJob {

    private final Store store;
    private final Jobs jobs;

    /** On this list. */
    @Activate
    public NewJob(@Reference Store store, @Reference Jobs jobs) {
        this.store = store;
        this.jobs = jobs;
    }

    /** The job that does it. */
    record Answer(Running job) {}

    /** A job in short. */
    record Running(String id, String kind, String state) {}

    Answer add(String kind) {
        JobStatus job =
                store.write(Scope.system(), Writing.named("svc.blobs: ask for a job", tx -> jobs.add(tx, kind, "all")));
        jobs.wake();
        return new Answer(new Running(job.id(), job.kind(), job.state().word()));
    }
}
