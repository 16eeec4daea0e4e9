package svc.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** Counts the calls that are inside a bundle's code, so that it is let go only after they ended. */
final class InUse {

    private final StampedLock lock = new StampedLock();

    /** Goes in; 0 when it is closed. */
    long enter() {
        return lock.tryReadLock();
    }

    void leave(long stamp) {
        lock.unlockRead(stamp);
    }

    /** Does a work inside; empty when it is closed. */
    <R> Optional<R> inside(Supplier<R> work) {
        long stamp = enter();
        if (stamp == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(work.get());
        } finally {
            leave(stamp);
        }
    }

    /** Lets nobody in any more and waits until all are out; false when the time was over before. */
    boolean close(Duration atMost) {
        try {
            return lock.tryWriteLock(atMost.toMillis(), TimeUnit.MILLISECONDS) != 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
