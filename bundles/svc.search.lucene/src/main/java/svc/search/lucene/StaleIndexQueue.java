package svc.search.lucene;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;
import svc.search.lucene.index.IndexKey;

/**
 * The queue of stale indexes. The index that has waited longest comes first, and stays first until it is up to date.
 * The queue also contains indexes that become due after a delay. Thread-safe.
 */
final class StaleIndexQueue {

    private final Clock clock;
    private final Set<IndexKey> pending = new LinkedHashSet<>();
    private final Set<IndexKey> waiting = new LinkedHashSet<>();
    private @Nullable IndexKey current;

    StaleIndexQueue(Clock clock) {
        this.clock = clock;
    }

    /** Adds an index after a delay and then runs the callback. Does nothing if the index is already waiting. */
    void later(IndexKey key, Duration delay, Runnable then) {
        synchronized (this) {
            if (!waiting.add(key)) {
                return;
            }
        }
        clock.schedule(delay, () -> {
            synchronized (this) {
                waiting.remove(key);
                pending.add(key);
            }
            then.run();
        });
    }

    synchronized void add(IndexKey key) {
        pending.add(key);
    }

    /**
     * Returns the index to update, until {@link #done} is called for it. If it becomes due again before, it is queued
     * again, because the running update may not see its latest changes.
     */
    synchronized Optional<IndexKey> current() {
        if (current == null && !pending.isEmpty()) {
            current = pending.iterator().next();
            pending.remove(current);
        }
        return Optional.ofNullable(current);
    }

    /** Ends the update of the current index. */
    synchronized void done() {
        current = null;
    }

    /** Returns whether no index is due. */
    synchronized boolean isEmpty() {
        return current == null && pending.isEmpty();
    }

    /** Returns the number of indexes, including those that wait for a delay. */
    synchronized int size() {
        Set<IndexKey> all = new HashSet<>(pending);
        all.addAll(waiting);
        if (current != null) {
            all.add(current);
        }
        return all.size();
    }
}
