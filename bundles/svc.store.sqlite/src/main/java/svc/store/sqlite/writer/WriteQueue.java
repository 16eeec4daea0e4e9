package svc.store.sqlite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import svc.api.store.StoreProblem;

/** What waits for the writer: units of callers, upkeep of the store itself, and whether there is background work. */
final class Inbox {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition something = lock.newCondition();
    private final Deque<Unit<?>> units = new ArrayDeque<>();
    private final Deque<Runnable> upkeep = new ArrayDeque<>();
    private boolean woken;
    private boolean closed;

    /** Adds a unit; refused when the store stops. */
    void add(Unit<?> unit) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreProblem(StoreProblem.Kind.STOPPED, "The server is stopping.", null);
            }
            units.add(unit);
            something.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Adds upkeep, which comes first; dropped when the store stops. */
    void upkeep(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                upkeep.add(task);
                something.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the writer up to look for background work. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            something.signal();
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Unit<?> poll() {
        lock.lock();
        try {
            return units.poll();
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Runnable pollUpkeep() {
        lock.lock();
        try {
            return upkeep.poll();
        } finally {
            lock.unlock();
        }
    }

    /** The next unit, waited for as long as this. */
    @Nullable
    Unit<?> poll(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (units.isEmpty() && left > 0 && !closed) {
                left = something.awaitNanos(left);
            }
            return units.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is something to do. */
    void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (units.isEmpty() && upkeep.isEmpty() && !woken && !closed) {
                something.await();
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return units.size();
        } finally {
            lock.unlock();
        }
    }

    boolean waiting() {
        lock.lock();
        try {
            return !units.isEmpty() || !upkeep.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Takes nothing more; what waits is still served. */
    void close() {
        lock.lock();
        try {
            closed = true;
            something.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
