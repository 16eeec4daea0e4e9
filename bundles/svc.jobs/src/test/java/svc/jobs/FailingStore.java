package svc.jobs;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** A store whose writes fail on request: before the commit, or after it, as if the process ended before it went on. */
final class FailingStore extends ForwardingStore {

    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private final Semaphore resumes = new Semaphore(0);
    private volatile int failing = -1;
    private volatile int pausing = -1;
    private volatile boolean isPaused;
    private volatile boolean afterCommit;

    FailingStore(Store store) {
        super(store);
    }

    /** The provoked failure. */
    static final class Breakdown extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Breakdown() {
            super("The test lets the store fail.", null, false, false);
        }
    }

    /** Makes the next writes fail before their commit. */
    void failFor(int count) {
        failures.set(count);
    }

    /** Makes one write fail, counted from 0. */
    void failAt(int write, boolean isAfterCommit) {
        failing = write;
        afterCommit = isAfterCommit;
    }

    /** Makes one write, counted from 0, wait for {@link #resume}. */
    void pauseAt(int write) {
        pausing = write;
    }

    boolean isPaused() {
        return isPaused;
    }

    void resume() {
        resumes.release();
    }

    /** Returns whether the write of {@link #failAt} was reached. */
    boolean hasFailed() {
        return writes.get() > failing;
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        int number = writes.getAndIncrement();
        if (number == pausing) {
            isPaused = true;
            resumes.acquireUninterruptibly();
        }
        boolean fails = number == failing;
        boolean fallsShort = failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0 || (fails && !afterCommit);
        R result = super.write(scope, tx -> {
            R done = work.run(tx);
            if (fallsShort) {
                throw new Breakdown();
            }
            return done;
        });
        if (fails) {
            throw new Breakdown();
        }
        return result;
    }
}
