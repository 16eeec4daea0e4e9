package svc.store.sqlite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.store.Facets;
import svc.api.store.Job;

/**
 * How long small writes waited while a long job ran.
 *
 * @param waits in milliseconds, the shortest first
 * @param rows what the job wrote meanwhile
 * @param slices in how many slices
 * @param ended whether the job let itself be cancelled
 */
record SmallWrites(List<Double> waits, long rows, long slices, boolean ended) {

    private static final Duration SOON = Duration.ofSeconds(30);

    /** Starts a job that never ends by itself, and writes beside it. */
    static SmallWrites besideALongJob(Fixture fixture, int writes) throws InterruptedException {
        AtomicLong rows = new AtomicLong();
        AtomicLong slices = new AtomicLong();
        Job job = fixture.store().job(fixture.scope(), (tx, pace) -> {
            slices.incrementAndGet();
            while (pace.permits()) {
                tx.put("Bulk", 1 + rows.getAndIncrement() % 5_000, new byte[1_000]);
            }
            return true;
        });
        List<Double> waits = new ArrayList<>();
        for (int i = 0; i < writes; i++) {
            // let the job come to its turn again, so that the write finds it at work
            long seen = slices.get();
            while (slices.get() == seen) {
                Thread.onSpinWait();
            }
            long began = System.nanoTime();
            fixture.store().write(fixture.scope(), tx -> tx.created("Foo", Facets.ALL));
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

    double percentile95() {
        return waits.get(waits.size() * 95 / 100);
    }

    double worst() {
        return waits.get(waits.size() - 1);
    }
}
