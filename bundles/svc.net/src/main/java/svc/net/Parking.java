package svc.net;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock;

/**
 * Decides when the task of one connection runs. At any time the connection is either parked, or its task is queued or
 * running on one worker. The task parks the connection; input, a wake-up, a stop or the deadline run it again.
 *
 * <p>Jetty permits one registration of interest in input. Only input or the end of the connection removes it. While it
 * exists, the task must not read from the end point ({@link #mayRead}), because Jetty would later report input that has
 * been read already. No method of an end point is called while the lock is held, because Jetty calls back while it holds
 * locks of its own.
 */
final class Parking {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final InputCallback callback = new InputCallback();
    private final Clock clock;
    private final Executor workers;
    private final Runnable task;
    private boolean parked;
    private boolean interested;
    private boolean woken;
    private boolean expired;
    private boolean stopping;
    private long round;
    private Clock.@Nullable Alarm alarm;

    Parking(Clock clock, Executor workers, Runnable task) {
        this.clock = clock;
        this.workers = workers;
        this.task = task;
    }

    private final class InputCallback implements Callback {
        @Override
        public void succeeded() {
            signal(() -> {
                interested = false;
                return true;
            });
        }

        @Override
        public void failed(Throwable cause) {
            succeeded(); // the next read throws the exception
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    /** Queues the task: for the first time, or instead of going on, so that other connections get the worker. */
    void run() {
        try {
            workers.execute(task);
        } catch (RejectedExecutionException e) {
            // The server has stopped and has closed all end points; nothing is left to do.
            return;
        }
    }

    /**
     * Parks the connection until input arrives, or until the monotonic time {@code deadline}.
     *
     * @param wakeable whether a wake-up ends the wait; otherwise it ends the next wait that permits it
     * @param busy whether a stop of the server does not end the wait
     * @return false if the wait has already ended, so that the task must go on
     */
    boolean park(EndPoint endPoint, long deadline, boolean wakeable, boolean busy) {
        boolean register;
        lock.lock();
        try {
            if ((wakeable && woken) || (stopping && !busy)) {
                return false;
            }
            parked = true;
            register = !interested;
            interested = true;
            long current = ++round;
            alarm = clock.schedule(until(deadline), () -> expire(current));
        } finally {
            lock.unlock();
        }
        if (register) {
            register(endPoint);
        }
        return true;
    }

    /** Registers the interest in input, outside the lock. */
    private void register(EndPoint endPoint) {
        endPoint.fillInterested(callback);
        // Jetty does not report a registration that comes after the close.
        if (!endPoint.isOpen()) {
            callback.succeeded();
        }
    }

    /**
     * Blocks until input arrives or the connection ends.
     *
     * @throws SocketTimeoutException at the monotonic time {@code deadline}
     */
    void await(EndPoint endPoint, long deadline) throws InterruptedIOException {
        if (locked(() -> !interested && (interested = true))) {
            register(endPoint);
        }
        AtomicBoolean late = new AtomicBoolean();
        Clock.Alarm limit = clock.schedule(
                until(deadline),
                () -> signal(() -> {
                    late.set(true);
                    return true;
                }));
        lock.lock();
        try {
            while (interested && !late.get()) {
                changed.await();
            }
            if (interested) {
                throw new SocketTimeoutException("the client did not send in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server stops");
        } finally {
            lock.unlock();
            limit.cancel();
        }
    }

    /** Returns whether the task may read from the end point. */
    boolean mayRead() {
        return locked(() -> !interested);
    }

    /** Returns whether the connection was woken since the last call. */
    boolean takeWoken() {
        return locked(() -> {
            boolean was = woken;
            woken = false;
            return was;
        });
    }

    /** Returns whether the last wait has ended at its deadline, once. */
    boolean takeExpired() {
        return locked(() -> {
            boolean was = expired;
            expired = false;
            return was;
        });
    }

    boolean stopping() {
        return locked(() -> stopping);
    }

    void wake() {
        signal(() -> woken = true);
    }

    void stop() {
        signal(() -> stopping = true);
    }

    private void expire(long ended) {
        signal(() -> {
            expired |= parked && round == ended;
            return parked && round == ended;
        });
    }

    /** Changes the state. If the change applies, a parked connection runs its task, and a blocked read goes on. */
    private void signal(BooleanSupplier change) {
        Clock.Alarm old = null;
        boolean resume = false;
        lock.lock();
        try {
            if (change.getAsBoolean()) {
                changed.signalAll();
                resume = parked;
                parked = false;
                old = resume ? alarm : null;
            }
        } finally {
            lock.unlock();
        }
        if (old != null) {
            old.cancel();
        }
        if (resume) {
            run();
        }
    }

    private boolean locked(BooleanSupplier read) {
        lock.lock();
        try {
            return read.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    private Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - clock.nanos()));
    }
}
