package svc.testkit.engine.server;

import svc.api.identity.Directory;
import svc.api.jmap.OfferedCapabilities;
import svc.api.job.AccountJobHandler;
import svc.api.job.AccountWork;
import svc.api.job.CrossAccountTaskHandler;
import svc.api.job.JobHandler;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.jobs.AccountScopes;
import svc.jobs.BundleAccountWork;
import svc.jobs.JobKinds;
import svc.jobs.JobRunner;
import svc.jobs.StoredJobQueue;
import svc.jobs.WorkAudit;

/** The server's job queue for a test: jobs run on the thread that asks for it. */
public final class TestJobs {

    private final StoredJobQueue queue;
    private final JobKinds kinds;
    private final JobRunner runner;
    private final AccountScopes scopes;
    private final WorkAudit audit;
    private final Store store;

    public TestJobs(Store store, Clock clock, Directory directory, OfferedCapabilities offered) {
        scopes = new AccountScopes(directory, offered);
        audit = new WorkAudit(clock);
        this.store = store;
        queue = new StoredJobQueue(store, clock);
        kinds = new JobKinds(queue, scopes, audit, store);
        runner = new JobRunner(queue, kinds, clock, Runnable::run, () -> {});
    }

    /** Adds a handler of jobs or tasks; false if the service is none. */
    public boolean add(String bundle, long bundleId, Object service) {
        if (service instanceof JobHandler handler) {
            kinds.addJobHandler(handler);
        } else if (service instanceof AccountJobHandler handler) {
            kinds.addAccountJobHandler(handler, bundle, bundleId);
        } else if (service instanceof CrossAccountTaskHandler handler) {
            kinds.addTaskHandler(handler, bundleId);
        } else {
            return false;
        }
        return true;
    }

    public void remove(Object service) {
        kinds.remove(service);
    }

    public StoredJobQueue queue() {
        return queue;
    }

    public AccountWork workOf(String bundle, long bundleId) {
        return new BundleAccountWork(bundle, bundleId, scopes, audit, store);
    }

    public void run() {
        runner.startDue();
    }
}
