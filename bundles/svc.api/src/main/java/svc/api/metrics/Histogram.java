package svc.api.metrics;

import java.util.concurrent.atomic.LongAdder;

/** A histogram of durations with fixed buckets. Threading: thread-safe; an observation takes some nanoseconds. */
public final class Histogram {

    private static final double[] SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };
    private static final double NANOS = 1e9;

    private final LongAdder[] classes = new LongAdder[SECONDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    /** Creates an empty histogram. */
    public Histogram() {
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new LongAdder();
        }
    }

    /** Adds a duration in nanoseconds. */
    public void observe(long took) {
        int at = 0;
        while (at < SECONDS.length && took > SECONDS[at] * NANOS) {
            at++;
        }
        classes[at].increment();
        nanos.add(took);
    }

    /** Returns the upper bounds of the buckets in seconds, except for the last bucket, which is unbounded. */
    public double[] upperBounds() {
        return SECONDS.clone();
    }

    /** Returns the number of durations in each bucket. Consistent only without concurrent observations. */
    public long[] counts() {
        long[] counts = new long[classes.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = classes[i].sum();
        }
        return counts;
    }

    /** Returns the sum of all durations in seconds. */
    public double sum() {
        return nanos.sum() / NANOS;
    }
}
