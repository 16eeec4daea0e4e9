package svc.push;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task on request, one run at a time. Requests that arrive during a run cause one more run. */
final class CoalescingTask {

    private static final Logger LOG = LoggerFactory.getLogger(CoalescingTask.class);

    private final AtomicInteger requests = new AtomicInteger();
    private final Executor executor;
    private final Runnable task;

    CoalescingTask(Executor executor, Runnable task) {
        this.executor = executor;
        this.task = task;
    }

    /** Requests a run; returns at once. */
    void request() {
        if (requests.getAndIncrement() == 0) {
            executor.execute(this::run);
        }
    }

    private void run() {
        int handled = requests.get();
        do {
            try {
                task.run();
            } catch (RuntimeException | LinkageError e) {
                // The task calls code of other bundles, which may be stopping. A failure must not suppress later
                // requests.
                LOG.warn("A notification to a client failed", e);
            }
            handled = requests.addAndGet(-handled);
        } while (handled != 0);
    }
}
