package svc.store.sqlite.snapshot;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A semaphore that shares its permits fairly among accounts (FAIR-01). An account gets a further permit only while more
 * permits are free than the account already holds. Thus a single account gets at most half of the permits, and the next
 * account need not wait. Waiting accounts are served in turn. Thread-safe.
 */
final class FairPermits {

    private final int size;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition whole = lock.newCondition();
    private final Map<Long, Integer> held = new HashMap<>();
    private final Map<Long, Deque<Waiter>> turns = new LinkedHashMap<>();
    private int free;
    private int waiting;
    private boolean closed;

    FairPermits(int size) {
        this.size = size;
        this.free = size;
    }

    private static final class Waiter {

        private final Condition permitted;
        private boolean granted;

        Waiter(Condition permitted) {
            this.permitted = permitted;
        }
    }

    /**
     * Acquires a permit for an account within the given time. Returns false after the timeout and when the permits are
     * closed.
     */
    boolean acquire(long account, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                return false;
            }
            if (!turns.containsKey(account) && isPermitted(account)) {
                take(account);
                return true;
            }
            return await(account, nanos);
        } finally {
            lock.unlock();
        }
    }

    private boolean await(long account, long nanos) throws InterruptedException {
        Waiter waiter = new Waiter(lock.newCondition());
        turns.computeIfAbsent(account, of -> new ArrayDeque<>()).add(waiter);
        waiting++;
        try {
            long left = nanos;
            while (!waiter.granted && !closed && left > 0) {
                left = waiter.permitted.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            if (waiter.granted) {
                giveBack(account);
            }
            throw e;
        } finally {
            if (!waiter.granted) {
                remove(account, waiter);
            }
        }
        return waiter.granted;
    }

    void release(long account) {
        lock.lock();
        try {
            giveBack(account);
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(long account) {
        held.compute(account, (of, holds) -> holds == null || holds == 1 ? null : holds - 1);
        free++;
        grant();
        if (free == size) {
            whole.signalAll();
        }
    }

    /** Gives free permits to the accounts whose turn it is. */
    private void grant() {
        Iterator<Map.Entry<Long, Deque<Waiter>>> accounts = turns.entrySet().iterator();
        while (free > 0 && accounts.hasNext()) {
            Map.Entry<Long, Deque<Waiter>> turn = accounts.next();
            Long account = turn.getKey();
            if (isPermitted(account)) {
                Deque<Waiter> waiters = turn.getValue();
                accounts.remove();
                take(account);
                waiting--;
                Waiter next = waiters.remove();
                next.granted = true;
                next.permitted.signal();
                if (!waiters.isEmpty()) {
                    turns.put(account, waiters);
                }
                accounts = turns.entrySet().iterator();
            }
        }
    }

    private boolean isPermitted(long account) {
        return free > held.getOrDefault(account, 0);
    }

    private void take(long account) {
        held.merge(account, 1, Integer::sum);
        free--;
    }

    private void remove(long account, Waiter waiter) {
        Deque<Waiter> waiters = turns.get(account);
        if (waiters != null && waiters.remove(waiter)) {
            waiting--;
            if (waiters.isEmpty()) {
                turns.remove(account);
            }
        }
    }

    /** Returns the number of threads that wait for a permit. */
    int waiting() {
        lock.lock();
        try {
            return waiting;
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

    /** Grants no further permits; waiting calls return false. */
    void close() {
        lock.lock();
        try {
            closed = true;
            turns.values().forEach(waiters -> waiters.forEach(waiter -> waiter.permitted.signal()));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all permits are released; false after the timeout. */
    boolean awaitWhole(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (free < size && left > 0) {
                left = whole.awaitNanos(left);
            }
            return free == size;
        } finally {
            lock.unlock();
        }
    }
}
