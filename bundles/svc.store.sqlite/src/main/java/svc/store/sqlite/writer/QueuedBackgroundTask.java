package svc.store.sqlite;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.StoreProblem;

/** A long work that goes in slices. */
final class BackgroundJob implements Job {

    private final Scope scope;
    private final Slice slice;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean cancelled;

    BackgroundJob(Scope scope, Slice slice) {
        this.scope = scope;
        this.slice = slice;
    }

    /** The next slice as a unit; its answer says whether there is more. */
    Unit<Boolean> next(Slice.Pace pace) {
        return new Unit<>(slice.name(), Set.of(scope), joint -> slice.run(joint.of(scope), pace));
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
    public boolean ended() {
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
            throw new StoreProblem(StoreProblem.Kind.FAILED, "The background work failed.", e.getCause());
        }
    }
}
