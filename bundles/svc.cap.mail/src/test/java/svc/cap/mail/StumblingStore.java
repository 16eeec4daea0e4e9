package svc.cap.mail;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.store.Job;
import svc.api.store.JointWriting;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.store.Writing;

/**
 * Hands everything on; but the first long work fails at the end of its first slice.
 *
 * @param jobs what was begun
 */
record StumblingStore(Store store, List<Job> jobs) implements Store {

    static final String WHY = "there is no room on the disk";

    StumblingStore(Store store) {
        this(store, new CopyOnWriteArrayList<>());
    }

    @Override
    public <R> R read(Scope scope, Reading<R> work) {
        return store.read(scope, work);
    }

    @Override
    public <R> R write(Scope scope, Writing<R> work) {
        return store.write(scope, work);
    }

    @Override
    public <R> R write(Set<Scope> scopes, JointWriting<R> work) {
        return store.write(scopes, work);
    }

    @Override
    public Job job(Scope scope, Slice slice) {
        Job job = store.job(scope, jobs.isEmpty() ? failing(slice) : slice);
        jobs.add(job);
        return job;
    }

    private static Slice failing(Slice slice) {
        return (tx, pace) -> {
            slice.run(tx, pace);
            throw new IllegalStateException(WHY);
        };
    }
}
