package svc.core.dispatch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/** Counts the running calls of a service, so that the removal of the service can wait until they have ended. */
public final class InFlightCalls {

    private final StampedLock lock = new StampedLock();

    /** Begins a call and returns a stamp for {@link #leave}; 0 after {@link #close} was called. */
    long enter() {
        return lock.tryReadLock();
    }

    void leave(long stamp) {
        lock.unlockRead(stamp);
    }

    /** Runs an action as a call of the service; empty after {@link #close} was called. */
    public <R> Optional<R> inside(Supplier<R> work) {
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

    /** Rejects new calls and waits until all running calls have ended. Returns false on timeout. */
    public boolean close(Duration atMost) {
        try {
            return lock.tryWriteLock(atMost.toMillis(), TimeUnit.MILLISECONDS) != 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
