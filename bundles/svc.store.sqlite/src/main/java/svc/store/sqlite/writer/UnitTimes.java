package svc.store.sqlite.writer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.Histogram;

/**
 * Measures how long each write holds the writer, and logs slow ones. The first write of a name has a higher limit,
 * because it loads classes. Only the writer's thread adds writes; any thread can read the results.
 */
public final class UnitTimes {

    private static final Logger LOG = LoggerFactory.getLogger("svc.store.slow");
    private static final Duration SLOW = Duration.ofMillis(100);
    private static final Duration SLOW_AT_FIRST = Duration.ofMillis(250);
    private static final int MOST_NAMES = 1_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Set<String> known = new HashSet<>();
    private final Histogram timings = new Histogram();
    private final AtomicLong longestCpu = new AtomicLong();

    /** Returns the processor time of the calling thread in nanoseconds. */
    static long cpu() {
        return THREADS.getCurrentThreadCpuTime();
    }

    void add(String name, long nanos, long cpuNanos) {
        boolean first = known.size() < MOST_NAMES && known.add(name);
        timings.observe(nanos);
        if (!first) {
            longestCpu.accumulateAndGet(cpuNanos, Math::max);
        }
        if (nanos > (first ? SLOW_AT_FIRST : SLOW).toNanos()) {
            LOG.warn(
                    "{} occupied the writer for {} ms ({} ms of processor time)",
                    name,
                    millis(nanos),
                    millis(cpuNanos));
        }
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }

    public Histogram timings() {
        return timings;
    }

    /**
     * Returns the most processor time of one write since the start, in nanoseconds, without the first write of each
     * name.
     */
    public long longestCpu() {
        return longestCpu.get();
    }
}
