package svc.store.sqlite;

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
import svc.api.store.JointWriting.Joint;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StateChange;

/**
 * A write on its way: waits for its turn, runs once on the writer's thread, and is settled when its commit is on the disk.
 *
 * @param <R> what the write answers
 */
final class Unit<R extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger(Unit.class);

    private final String name;
    private final Set<Scope> scopes;
    private final Function<Joint, R> work;
    private final CompletableFuture<R> settled = new CompletableFuture<>();
    private @Nullable Answer<R> answer;
    private @Nullable Throwable failure;
    private Map<Long, Map<String, State>> states = Map.of();
    private List<Runnable> later = List.of();

    Unit(String name, Set<Scope> scopes, Function<Joint, R> work) {
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

    /** Does the work inside a savepoint that the caller keeps. */
    void run(RunningWrite write) {
        answer = new Answer<>(work.apply(write));
        write.check();
        states = write.log().finish();
        write.check();
    }

    /** Called when what it did is to stay with its group. */
    void handOver(RunningWrite write) {
        write.log().handOver(states);
        later = write.log().later();
    }

    /** Nothing of it stays, for this reason; the first reason counts. */
    void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    boolean failed() {
        return failure != null;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Runs what was to follow the commit. */
    void committed() {
        for (Runnable work : later) {
            try {
                work.run();
            } catch (RuntimeException | LinkageError e) {
                LOG.error("What was to follow the commit of {} failed", name, e);
            }
        }
    }

    /** What its listeners hear. */
    Map<Scope, StateChange> announcements() {
        Map<Scope, StateChange> changes = new LinkedHashMap<>();
        for (Scope scope : scopes) {
            Map<String, State> changed = states.get(scope.n());
            if (changed != null) {
                changes.put(scope, new StateChange(scope, changed));
            }
        }
        return changes;
    }

    /** Lets the waiting thread go on. */
    void settle() {
        Answer<R> done = answer;
        if (failure != null) {
            settled.completeExceptionally(failure);
        } else if (done != null) {
            settled.complete(done.value());
        } else {
            settled.completeExceptionally(new IllegalStateException("The work was never run"));
        }
    }

    /** Waits until it is settled; what the work threw comes through. An interrupt does not end the wait: the write is under way. */
    R await() {
        try {
            return settled.join();
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
