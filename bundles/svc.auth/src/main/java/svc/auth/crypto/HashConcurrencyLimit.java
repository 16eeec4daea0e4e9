package svc.auth;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Lets only so many hashes be made at once, and only so many wait: each takes a core for a while and much memory, and those
 * who are signed in must not notice. Any thread.
 */
final class HashTurns {

    private final int atOnce;
    private final int queue;
    private final Semaphore places;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Turns.
     *
     * @param atOnce how many at once
     * @param queue how many may wait
     */
    HashTurns(int atOnce, int queue) {
        this.atOnce = atOnce;
        this.queue = queue;
        this.places = new Semaphore(atOnce, true);
    }

    /** As many as there are cores but one, and as a quarter of the memory has room for. */
    static HashTurns ofThisMachine(int kibibytes) {
        return of(
                Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory(), kibibytes);
    }

    static HashTurns of(int cores, long memory, int kibibytes) {
        long room = memory / 4 / (kibibytes * 1024L);
        int atOnce = (int) Math.max(1, Math.min(cores - 1, room));
        return new HashTurns(atOnce, 16 * atOnce);
    }

    /** How many hashes there may be at once. */
    int atOnce() {
        return atOnce;
    }

    /** How many may wait. */
    int queue() {
        return queue;
    }

    /** How many are being made. */
    int running() {
        return atOnce - places.availablePermits();
    }

    /** How many wait. */
    int waiting() {
        return places.getQueueLength();
    }

    /** Does the work when it is its turn; empty when too many wait already. */
    <R> Optional<R> orNot(Supplier<R> work) {
        if (places.tryAcquire()) {
            return Optional.of(release(work));
        }
        try {
            if (waiting.incrementAndGet() > queue) {
                return Optional.empty();
            }
            places.acquireUninterruptibly();
        } finally {
            waiting.decrementAndGet();
        }
        return Optional.of(release(work));
    }

    /** Does the work when it is its turn, however many wait. */
    <R> R patiently(Supplier<R> work) {
        places.acquireUninterruptibly();
        return release(work);
    }

    private <R> R release(Supplier<R> work) {
        try {
            return work.get();
        } finally {
            places.release();
        }
    }
}
