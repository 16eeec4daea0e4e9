package svc.store.sqlite.writer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.StoreException;

/**
 * The queue of the writer: writes of callers, maintenance tasks of the store, and a wake-up for background tasks. The
 * accounts take turns: after one write, an account moves to the end of the queue. Even if one account has many writes,
 * the next write of another account waits for only one of them (FAIR-01). Thread-safe.
 */
final class WriteQueue {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Map<Long, Deque<QueuedWrite<?>>> turns = new LinkedHashMap<>();
    private final Deque<Runnable> upkeep = new ArrayDeque<>();
    private int size;
    private boolean woken;
    private boolean closed;

    /** Adds a write. Throws a {@link StoreException} when the store is stopping. */
    void add(QueuedWrite<?> unit) {
        locked(() -> {
            if (closed) {
                throw new StoreException(StoreException.Kind.STOPPED, "The server is stopping.", null);
            }
            turns.computeIfAbsent(unit.turn(), account -> new ArrayDeque<>()).add(unit);
            size++;
            something.signal();
            return true;
        });
    }

    /** Adds a maintenance task, which runs before writes; discards the task when the store is stopping. */
    void upkeep(Runnable task) {
        locked(() -> {
            if (!closed) {
                upkeep.add(task);
                something.signal();
            }
            return true;
        });
    }

    /** Wakes the writer to check for background tasks. */
    void wake() {
        locked(() -> {
            woken = true;
            something.signal();
            return true;
        });
    }

    @Nullable
    QueuedWrite<?> poll() {
        return this.<@Nullable QueuedWrite<?>>locked(this::next);
    }

    private <R extends @Nullable Object> R locked(Supplier<R> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable QueuedWrite<?> next() {
        Iterator<Map.Entry<Long, Deque<QueuedWrite<?>>>> first =
                turns.entrySet().iterator();
        if (!first.hasNext()) {
            return null;
        }
        Map.Entry<Long, Deque<QueuedWrite<?>>> turn = first.next();
        Long account = turn.getKey();
        Deque<QueuedWrite<?>> units = turn.getValue();
        first.remove();
        QueuedWrite<?> unit = units.remove();
        size--;
        if (!units.isEmpty()) {
            turns.put(account, units);
        }
        return unit;
    }

    @Nullable
    Runnable pollUpkeep() {
        return this.<@Nullable Runnable>locked(upkeep::poll);
    }

    /** Returns the next write, and waits for it up to the given time; null after the timeout. */
    @Nullable
    QueuedWrite<?> poll(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (size == 0 && left > 0 && !closed) {
                left = something.awaitNanos(left);
            }
            return next();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is work. */
    void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (size == 0 && upkeep.isEmpty() && !woken && !closed) {
                something.await();
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        return locked(() -> size);
    }

    boolean waiting() {
        return locked(() -> size > 0 || !upkeep.isEmpty());
    }

    /** Accepts no further writes; queued writes are still served. */
    void close() {
        locked(() -> {
            closed = true;
            something.signalAll();
            return true;
        });
    }

    /** Closes the queue and removes the queued writes, for a writer that can no longer serve them. */
    List<QueuedWrite<?>> abandon() {
        return locked(() -> {
            closed = true;
            List<QueuedWrite<?>> waiting =
                    turns.values().stream().flatMap(Deque::stream).toList();
            turns.clear();
            upkeep.clear();
            size = 0;
            return waiting;
        });
    }

    boolean closed() {
        return locked(() -> closed);
    }
}
