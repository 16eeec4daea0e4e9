package svc.store.memory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.time.Clock;

/** A long work on a thread of its own, a write a slice. */
final class MemoryJob implements BackgroundTaskHandle {

    private static final Duration SLICE = Duration.ofMillis(10);

    private final Store store;
    private final Scope scope;
    private final BackgroundTask slice;
    private final Clock clock;
    private final CompletableFuture<Boolean> end = new CompletableFuture<>();
    private volatile boolean cancelled;

    MemoryJob(Store store, Scope scope, BackgroundTask slice, Clock clock) {
        this.store = store;
        this.scope = scope;
        this.slice = slice;
        this.clock = clock;
    }

    MemoryJob start() {
        Thread thread = new Thread(this::run, "svc-store-memory-job");
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void run() {
        try {
            boolean more = true;
            while (more && !cancelled) {
                more = store.write(scope, tx -> slice.run(tx, pace()));
            }
            end.complete(true);
        } catch (RuntimeException | LinkageError e) {
            end.completeExceptionally(e);
        }
    }

    private BackgroundTask.Pace pace() {
        long began = clock.nanos();
        return () -> clock.nanos() - began < SLICE.toNanos();
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public boolean isDone() {
        return end.isDone();
    }

    @Override
    public boolean await(Duration atMost) {
        try {
            return end.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new StoreException(StoreException.Kind.FAILED, "The background work failed.", e.getCause());
        }
    }
}
