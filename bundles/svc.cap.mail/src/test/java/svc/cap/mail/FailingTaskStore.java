package svc.cap.mail;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/**
 * A store in which the first background task fails at the end of its first portion. Delegates all other calls.
 *
 * @param jobs the scheduled tasks
 */
public record FailingTaskStore(Store store, List<BackgroundTaskHandle> jobs) implements Store {

    public static final String WHY = "there is no room on the disk";

    public FailingTaskStore(Store store) {
        this(store, new CopyOnWriteArrayList<>());
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> callback) {
        return store.read(scope, callback);
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        return store.write(scope, callback);
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> callback) {
        return store.write(scopes, callback);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        BackgroundTaskHandle job = store.schedule(scope, jobs.isEmpty() ? failing(slice) : slice);
        jobs.add(job);
        return job;
    }

    private static BackgroundTask failing(BackgroundTask slice) {
        return (tx, pace) -> {
            slice.run(tx, pace);
            throw new IllegalStateException(WHY);
        };
    }
}
