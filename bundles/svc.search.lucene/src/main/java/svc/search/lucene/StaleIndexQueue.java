package svc.search.lucene;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import svc.api.time.Clock;
import svc.search.lucene.index.IndexKey;

/**
 * The queue of stale indexes. The index that has waited longest comes first. The queue also contains indexes that
 * become due after a delay. Thread-safe.
 */
final class StaleIndexQueue {

    private final Clock clock;
    private final Set<IndexKey> pending = new LinkedHashSet<>();
    private final Set<IndexKey> waiting = new LinkedHashSet<>();

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

    synchronized Optional<IndexKey> first() {
        Iterator<IndexKey> iterator = pending.iterator();
        return iterator.hasNext() ? Optional.of(iterator.next()) : Optional.empty();
    }

    synchronized void done(IndexKey key) {
        pending.remove(key);
    }

    /** Returns whether no index is due. */
    synchronized boolean isEmpty() {
        return pending.isEmpty();
    }

    /** Returns the number of indexes, including those that wait for a delay. */
    synchronized int size() {
        Set<IndexKey> all = new HashSet<>(pending);
        all.addAll(waiting);
        return all.size();
    }
}
