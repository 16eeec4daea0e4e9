package svc.push;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one work again whenever somebody asks, never twice at once, and never misses one who asks while it runs. */
final class Serial {

    private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

    private final AtomicInteger asked = new AtomicInteger();
    private final Executor executor;
    private final Runnable work;

    Serial(Executor executor, Runnable work) {
        this.executor = executor;
        this.work = work;
    }

    /** Asks; returns at once. */
    void poke() {
        if (asked.getAndIncrement() == 0) {
            executor.execute(this::run);
        }
    }

    private void run() {
        int seen = asked.get();
        do {
            try {
                work.run();
            } catch (RuntimeException | LinkageError e) {
                // Whoever does not catch it is of another bundle, perhaps one that goes; the next one who asks is heard
                // all the same.
                LOG.warn("What was to be told to a client failed", e);
            }
            seen = asked.addAndGet(-seen);
        } while (seen != 0);
    }
}
