package svc.store.sqlite.writer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;
import svc.api.store.Transaction.Durable;

/**
 * A queued write: it runs on the writer's thread and completes when its commit is on disk.
 *
 * @param <R> the result of the write
 */
public final class QueuedWrite<R extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger(QueuedWrite.class);

    private final String name;
    private final Set<Scope> scopes;
    private final Function<Joint, R> work;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private @Nullable Answer<R> answer;
    private @Nullable Throwable failure;
    private Map<Long, Map<String, State>> states = Map.of();
    private List<Runnable> later = List.of();
    private Set<Durable> required = Set.of();

    public QueuedWrite(String name, Set<Scope> scopes, Function<Joint, R> work) {
        this.name = name;
        this.scopes = Set.copyOf(scopes);
        this.work = work;
    }

    private record Answer<R extends @Nullable Object>(R value) {}

    String name() {
        return name;
    }

    Set<Scope> scopes() {
        return scopes;
    }

    /**
     * Returns the account whose turn the write uses: the one with the smallest number among its scopes; 0 for the
     * system.
     */
    long turn() {
        return scopes.stream().mapToLong(Scope::n).min().orElse(0);
    }

    /** Runs the callback inside a savepoint of the caller. */
    void run(WriteContext write) {
        answer = new Answer<>(work.apply(write));
        write.check();
        states = write.log().finish();
        write.check();
    }

    /** Passes the changes of a successful write to the group. */
    void handOver(WriteContext write) {
        write.log().handOver(states);
        later = write.log().later();
        required = write.required();
    }

    /** Returns the data that must be on the disk before the commit. */
    Set<Durable> required() {
        return required;
    }

    /** Marks the write as failed; the first cause is kept. */
    void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    public boolean failed() {
        return failure != null;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Runs the post-commit callbacks. */
    public void committed() {
        for (Runnable work : later) {
            try {
                work.run();
            } catch (Throwable t) {
                LOG.error("Post-commit callback of {} failed", name, t);
            }
        }
    }

    /** Returns the state changes for the listeners. */
    Map<Long, StateChange> announcements() {
        Map<Long, StateChange> changes = new LinkedHashMap<>();
        for (Scope scope : scopes) {
            Map<String, State> changed = states.get(scope.n());
            if (changed != null) {
                changes.put(scope.n(), new StateChange(scope.n(), changed));
            }
        }
        return changes;
    }

    /** Completes the future on which the caller waits. */
    void settle() {
        Answer<R> done = answer;
        if (failure != null) {
            result.completeExceptionally(failure);
        } else if (done != null) {
            result.complete(done.value());
        } else {
            result.completeExceptionally(new IllegalStateException("The write was never run"));
        }
    }

    /**
     * Waits for the completion and rethrows the exception of the callback. An interrupt does not end the wait, because
     * the write is already queued.
     */
    R await() {
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }
}
