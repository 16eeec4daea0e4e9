package svc.cap.mail;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.testkit.ForwardingStore;

/**
 * A store in which the first background task fails at the end of its first portion. */
public final class FailingTaskStore extends ForwardingStore {

    public static final String WHY = "there is no room on the disk";

    private final List<BackgroundTaskHandle> jobs = new CopyOnWriteArrayList<>();

    public FailingTaskStore(Store store) {
        super(store);
    }

    /** Returns the scheduled tasks. */
    public List<BackgroundTaskHandle> jobs() {
        return jobs;
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        BackgroundTaskHandle job = super.schedule(scope, jobs.isEmpty() ? failing(slice) : slice);
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
