package svc.push;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs one work again whenever somebody asks, never twice at once, and never misses one who asks while it runs. */
final class Serial {

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
            work.run();
            seen = asked.addAndGet(-seen);
        } while (seen != 0);
    }
}
