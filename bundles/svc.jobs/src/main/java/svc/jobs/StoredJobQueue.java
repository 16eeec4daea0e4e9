package svc.jobs;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/** The job queue, stored in the database. Thread-safe. */
@Component(service = {JobQueue.class, StoredJobQueue.class})
public final class StoredJobQueue implements JobQueue {

    private final Store store;
    private final Clock clock;
    private volatile Runnable changeListener = () -> {};

    @Activate
    public StoredJobQueue(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Sets the callback that {@link #wake} runs, because a job may be due. */
    void onChange(Runnable listener) {
        changeListener = listener;
    }

    @Override
    public JobStatus add(Transaction tx, String kind, String subject) {
        long n = JobRows.insert(tx.sql(), kind, subject, clock.now());
        return JobRows.find(tx.sql(), n).orElseThrow();
    }

    @Override
    public void wake() {
        changeListener.run();
    }

    @Override
    public Optional<JobStatus> find(Transaction tx, String id) {
        return find(tx.sql(), id);
    }

    private static Optional<JobStatus> find(Sql sql, String id) {
        OptionalLong n = ObjectId.parse(JobRows.LETTER, id);
        return n.isEmpty() ? Optional.empty() : JobRows.find(sql, n.getAsLong());
    }

    List<JobStatus> after(long n, int max) {
        return store.read(Scope.system(), snapshot -> JobRows.after(snapshot.sql(), n, max));
    }

    long count() {
        return store.read(Scope.system(), snapshot -> JobRows.count(snapshot.sql()));
    }

    Optional<JobRows.Waiting> next() {
        return store.read(Scope.system(), snapshot -> JobRows.next(snapshot.sql()));
    }

    void change(Consumer<SqlWriter> callback) {
        store.write(Scope.system(), TransactionCallback.named("svc.jobs: store the progress of a job", tx -> {
            callback.accept(tx.sql());
            return true;
        }));
    }

    /** Queues a failed job again. */
    JobStatus retry(String id) {
        JobStatus job = known(id);
        if (job.state() != JobStatus.State.FAILED) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The job " + id + " has not failed. Only failed jobs can be retried; see svc job list.");
        }
        long n = ObjectId.parse(JobRows.LETTER, id).orElseThrow();
        change(sql -> JobRows.restart(sql, n, clock.now()));
        wake();
        return known(id);
    }

    JobStatus known(String id) {
        return store.read(Scope.system(), snapshot -> find(snapshot.sql(), id))
                .orElseThrow(() ->
                        new OperationException(Reason.NOT_FOUND, "There is no job with this id. See svc job list."));
    }
}
