package svc.jobs;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.job.CrossAccountTasks;
import svc.api.job.JobQueue;
import svc.api.job.JobStatus;
import svc.api.job.JobStatus.State;
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

/** The queue of jobs and of tasks between accounts, stored in the database. Thread-safe. */
@Component(service = {JobQueue.class, CrossAccountTasks.class, StoredJobQueue.class})
public final class StoredJobQueue implements JobQueue, CrossAccountTasks {

    private final Store store;
    private final Clock clock;
    private volatile Runnable dueListener = () -> {};
    private volatile LongConsumer cancelListener = n -> {};

    @Activate
    public StoredJobQueue(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * Sets the callbacks of the worker.
     *
     * @param due runs when a job may be due
     * @param cancelled receives the number of a job that was cancelled
     */
    void listen(Runnable due, LongConsumer cancelled) {
        dueListener = due;
        cancelListener = cancelled;
    }

    /** Notifies the worker that a job may be due. */
    void wake() {
        dueListener.run();
    }

    @Override
    public JobStatus add(Transaction tx, String kind, String subject) {
        long n = JobRows.insert(tx.sql(), kind, subject, clock.now());
        tx.afterCommit(this::wake);
        return JobRows.find(tx.sql(), n).orElseThrow();
    }

    @Override
    public void add(Transaction tx, String kind, long target, byte[] body) {
        if (target < 1 || body.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "A task has a target account and a body of at most " + MOST_BYTES + " bytes, not " + body.length);
        }
        JobRows.insertTask(tx.sql(), kind, target, body, clock.now());
        tx.afterCommit(this::wake);
    }

    @Override
    public Optional<JobStatus> find(Transaction tx, String id) {
        return find(tx.sql(), id);
    }

    private static Optional<JobStatus> find(Sql sql, String id) {
        OptionalLong n = ObjectId.parse(JobRows.LETTER, id);
        return n.isEmpty() ? Optional.empty() : JobRows.find(sql, n.getAsLong());
    }

    @Override
    public boolean cancel(Transaction tx, String id) {
        OptionalLong n = ObjectId.parse(JobRows.LETTER, id);
        if (n.isEmpty() || !JobRows.cancel(tx.sql(), n.getAsLong(), clock.now())) {
            return false;
        }
        tx.afterCommit(() -> cancelListener.accept(n.getAsLong()));
        return true;
    }

    List<JobStatus> after(long n, int max) {
        return read(sql -> JobRows.after(sql, n, max));
    }

    long count() {
        return read(JobRows::count);
    }

    /** Returns the jobs of a kind that are due, without those of the busy accounts. */
    List<JobRows.Waiting> due(String kind, Collection<Long> busy, int max, Instant now) {
        return read(sql -> JobRows.due(sql, kind, now, busy, max));
    }

    /** Returns when the next job of a kind is due that is not due yet. */
    Optional<Instant> next(String kind, Instant now) {
        return read(sql -> JobRows.next(sql, kind, now));
    }

    <R> R read(Function<Sql, R> callback) {
        return store.read(Scope.system(), snapshot -> callback.apply(snapshot.sql()));
    }

    <R> R change(Function<SqlWriter, R> callback) {
        return store.write(
                Scope.system(),
                TransactionCallback.named("svc.jobs: store the progress of a job", tx -> callback.apply(tx.sql())));
    }

    /** Queues a failed or cancelled job again. */
    JobStatus retry(String id) {
        return store.write(Scope.system(), tx -> {
            State state = known(tx.sql(), id).state();
            if (state != State.FAILED && state != State.CANCELLED) {
                throw new OperationException(
                        Reason.CONFLICT,
                        "The job " + id + " has not failed. Only failed and cancelled jobs can be retried;"
                                + " see svc job list.");
            }
            JobRows.restart(tx.sql(), ObjectId.parse(JobRows.LETTER, id).orElseThrow(), clock.now());
            tx.afterCommit(this::wake);
            return known(tx.sql(), id);
        });
    }

    /**
     * Cancels a job for an operator.
     *
     * @return the job as the transaction left it: a running job still runs until its handler ends
     */
    JobStatus cancel(String id) {
        return store.write(Scope.system(), tx -> {
            known(tx.sql(), id);
            if (!cancel(tx, id)) {
                throw new OperationException(
                        Reason.CONFLICT, "The job " + id + " is done or cancelled already; see svc job list.");
            }
            return known(tx.sql(), id);
        });
    }

    JobStatus known(String id) {
        return read(sql -> known(sql, id));
    }

    private static JobStatus known(Sql sql, String id) {
        return find(sql, id)
                .orElseThrow(() ->
                        new OperationException(Reason.NOT_FOUND, "There is no job with this id. See svc job list."));
    }
}
