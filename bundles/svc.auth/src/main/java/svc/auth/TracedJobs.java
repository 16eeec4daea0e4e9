package svc.auth;

import java.util.Optional;
import java.util.function.Consumer;
import svc.api.job.JobStatus;
import svc.api.job.Jobs;
import svc.api.store.Transaction;

/** Jobs of which each that is put on the list leaves its trace with it. */
record TracedJobs(Jobs jobs, Consumer<Transaction> trace) implements Jobs {

    @Override
    public JobStatus add(Transaction tx, String kind, String subject) {
        JobStatus added = jobs.add(tx, kind, subject);
        trace.accept(tx);
        return added;
    }

    @Override
    public void wake() {
        jobs.wake();
    }

    @Override
    public Optional<JobStatus> find(Transaction tx, String id) {
        return jobs.find(tx, id);
    }
}
