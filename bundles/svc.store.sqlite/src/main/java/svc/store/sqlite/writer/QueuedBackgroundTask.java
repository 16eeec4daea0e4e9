package svc.store.sqlite.writer;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.StoreException;

/** A background task that runs in slices. */
public final class QueuedBackgroundTask implements BackgroundTaskHandle {

    private final Scope scope;
    private final BackgroundTask slice;
    private final String name;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean cancelled;

    public QueuedBackgroundTask(Scope scope, BackgroundTask slice) {
        this.scope = scope;
        this.slice = slice;
        this.name = slice.name();
    }

    /** Returns the next slice as a write; its result is true when more slices follow. */
    QueuedWrite<Boolean> next(Supplier<BackgroundTask.Pace> pace) {
        return new QueuedWrite<>(name, Set.of(scope), joint -> slice.run(joint.of(scope), pace.get()));
    }

    boolean cancelled() {
        return cancelled;
    }

    void finished() {
        end.complete(null);
    }

    void failed(Throwable reason) {
        end.completeExceptionally(reason);
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
            end.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new StoreException(StoreException.Kind.FAILED, "The background task failed.", e.getCause());
        }
    }
}
