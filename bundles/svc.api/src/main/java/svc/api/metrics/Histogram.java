package svc.api.metrics;

import java.util.concurrent.atomic.LongAdder;

/** How many things took how long, in classes. Threading: any thread; taking one costs some nanoseconds. */
public final class Timings {

    private static final double[] SECONDS = {
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
    };
    private static final double NANOS = 1e9;

    private final LongAdder[] classes = new LongAdder[SECONDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    /** Without any. */
    public Timings() {
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new LongAdder();
        }
    }

    /** Takes one. */
    public void took(long took) {
        int at = 0;
        while (at < SECONDS.length && took > SECONDS[at] * NANOS) {
            at++;
        }
        classes[at].increment();
        nanos.add(took);
    }

    /** The upper bounds of the classes but the last one, which has none. */
    public double[] bounds() {
        return SECONDS.clone();
    }

    /** How many there are in each class; of one moment only while nobody takes any. */
    public long[] counts() {
        long[] counts = new long[classes.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = classes[i].sum();
        }
        return counts;
    }

    /** All of them together, in seconds. */
    public double sum() {
        return nanos.sum() / NANOS;
    }
}
