package svc.telemetry;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricCollection;
import svc.api.metrics.MetricSink;
import svc.api.time.Clock;

/** The time since the last report that the receiver has accepted, or since the start of the server. Thread-safe. */
@Component(service = ReportWindow.class)
public final class ReportWindow {

    private final MetricCollection metrics;
    private final InstanceId id;
    private final Clock clock;
    private final String version;
    private SortedMap<String, Long> before = new TreeMap<>();
    private long began;

    @Activate
    public ReportWindow(
            BundleContext context,
            @Reference MetricCollection metrics,
            @Reference InstanceId id,
            @Reference Clock clock) {
        this(String.valueOf(context.getProperty("svc.version")), metrics, id, clock);
    }

    /** Creates the window of a server without an OSGi framework. */
    ReportWindow(String version, MetricCollection metrics, InstanceId id, Clock clock) {
        this.metrics = metrics;
        this.id = id;
        this.clock = clock;
        this.version = version;
        this.began = clock.nanos();
    }

    /**
     * A report and the end of its window.
     *
     * @param counters the counters at the end
     * @param nanos the end on the monotonic clock
     */
    record Ended(TelemetryReport report, SortedMap<String, Long> counters, long nanos) {}

    /** Returns the report of the window, if it ended now. */
    synchronized Ended end() {
        CounterSums sums = new CounterSums();
        metrics.collect(sums);
        SortedMap<String, Long> now = sums.byName;
        SortedMap<String, Long> increase = new TreeMap<>();
        now.forEach((name, value) -> {
            long earlier = before.getOrDefault(name, 0L);
            long more = value >= earlier ? value - earlier : value; // A bundle that restarts counts from 0 again.
            if (more > 0) {
                increase.put(name, more);
            }
        });
        long nanos = clock.nanos();
        long seconds = Duration.ofNanos(nanos - began).toSeconds();
        return new Ended(new TelemetryReport(id.get(), version, seconds, increase), now, nanos);
    }

    /** Begins the next window at the end of a window whose report was accepted. */
    synchronized void accepted(Ended window) {
        before = window.counters();
        began = window.nanos();
    }

    /** The counters, summed over their labels. */
    private static final class CounterSums implements MetricSink {

        private final SortedMap<String, Long> byName = new TreeMap<>();

        @Override
        public void counter(String name, String help, long value, String... labels) {
            byName.merge(name, value, Long::sum);
        }

        @Override
        public void gauge(String name, String help, double value, String... labels) {
            // A report contains only counters.
        }

        @Override
        public void histogram(String name, String help, Histogram timings, String... labels) {
            // A report contains only counters.
        }
    }
}
