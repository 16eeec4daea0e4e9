package svc.jobs;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobStatus;
import svc.api.job.Jobs;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;

/** The list of jobs as it is kept. Any thread. */
@Component(service = {Jobs.class, JobBook.class})
public final class JobBook implements Jobs {

    private final Store store;
    private final Clock clock;
    private volatile Runnable waker = () -> {};

    /** Keeps it in the store. */
    @Activate
    public JobBook(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Who is to be told that there is something to do. */
    void tell(Runnable worker) {
        waker = worker;
    }

    @Override
    public JobStatus add(Transaction tx, String kind, String subject) {
        long n = JobRows.insert(tx.sql(), kind, subject, clock.now());
        return JobRows.find(tx.sql(), n).orElseThrow();
    }

    @Override
    public void wake() {
        waker.run();
    }

    @Override
    public Optional<JobStatus> find(Transaction tx, String id) {
        return find(tx.sql(), id);
    }

    private static Optional<JobStatus> find(Sql sql, String id) {
        OptionalLong n = ObjectId.number(JobRows.LETTER, id);
        return n.isEmpty() ? Optional.empty() : JobRows.find(sql, n.getAsLong());
    }

    List<JobStatus> after(long n, int most) {
        return store.read(Scope.system(), snapshot -> JobRows.after(snapshot.sql(), n, most));
    }

    long count() {
        return store.read(Scope.system(), snapshot -> JobRows.count(snapshot.sql()));
    }

    Optional<JobRows.Waiting> next() {
        return store.read(Scope.system(), snapshot -> JobRows.next(snapshot.sql()));
    }

    void change(Consumer<SqlWriter> work) {
        store.write(Scope.system(), Writing.named("svc.jobs: keep how far a job is", tx -> {
            work.accept(tx.sql());
            return true;
        }));
    }

    /** A job that failed is to be tried anew. */
    JobStatus retry(String id) {
        JobStatus job = known(id);
        if (job.state() != JobStatus.State.FAILED) {
            throw new OperationProblem(
                    Reason.CONFLICT,
                    "The job " + id
                            + " has not failed. Only a job that has failed is tried anew; look at svc job list.");
        }
        long n = ObjectId.number(JobRows.LETTER, id).orElseThrow();
        change(sql -> JobRows.fresh(sql, n, clock.now()));
        wake();
        return known(id);
    }

    JobStatus known(String id) {
        return store.read(Scope.system(), snapshot -> find(snapshot.sql(), id))
                .orElseThrow(() -> new OperationProblem(
                        Reason.NOT_FOUND, "There is no job with this id. Take an id from svc job list."));
    }
}
