package svc.store.sqlite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Facets;
import svc.store.sqlite.sql.Fixture;

/**
 * The waiting times of small writes beside a long background task.
 *
 * @param waits the waiting times in milliseconds, sorted
 * @param rows the number of rows that the task wrote meanwhile
 * @param slices the number of slices of the task
 * @param ended whether the task ended after its cancellation
 */
public record SmallWrites(List<Double> waits, long rows, long slices, boolean ended) {

    private static final Duration SOON = Duration.ofSeconds(30);

    /** Starts a task that does not end by itself, and writes beside it. */
    public static SmallWrites besideALongJob(Fixture fixture, int writes) throws InterruptedException {
        AtomicLong rows = new AtomicLong();
        AtomicLong slices = new AtomicLong();
        BackgroundTaskHandle job = fixture.store().schedule(fixture.scope(), (tx, pace) -> {
            slices.incrementAndGet();
            while (pace.mayContinue()) {
                tx.put("Bulk", 1 + rows.getAndIncrement() % 5_000, new byte[1_000]);
            }
            return true;
        });
        List<Double> waits = new ArrayList<>();
        for (int i = 0; i < writes; i++) {
            // Waits for the next slice, so that the write finds the task running.
            long seen = slices.get();
            while (slices.get() == seen) {
                Thread.onSpinWait();
            }
            long began = System.nanoTime();
            fixture.store().write(fixture.scope(), tx -> tx.logCreated("Foo", Facets.ALL));
            waits.add((System.nanoTime() - began) / 1e6);
        }
        job.cancel();
        boolean ended = job.await(SOON);
        Collections.sort(waits);
        return new SmallWrites(waits, rows.get(), slices.get(), ended);
    }

    double median() {
        return waits.get(waits.size() / 2);
    }

    public double percentile95() {
        return waits.get(waits.size() * 95 / 100);
    }

    public double worst() {
        return waits.get(waits.size() - 1);
    }
}
