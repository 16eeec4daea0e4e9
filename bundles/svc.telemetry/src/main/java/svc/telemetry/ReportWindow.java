package svc.telemetry;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.time.Clock;

/** The time since the last report that the receiver has accepted, or since the start of the server. Thread-safe. */
@Component(service = ReportWindow.class)
public final class ReportWindow {

    private final Counters counters;
    private final InstanceId id;
    private final Clock clock;
    private final String version;
    private SortedMap<String, Long> before = new TreeMap<>();
    private long began;

    @Activate
    public ReportWindow(
            BundleContext context, @Reference Counters counters, @Reference InstanceId id, @Reference Clock clock) {
        this(String.valueOf(context.getProperty("svc.version")), counters, id, clock);
    }

    /** Creates the window of a server without an OSGi framework. */
    ReportWindow(String version, Counters counters, InstanceId id, Clock clock) {
        this.counters = counters;
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
        SortedMap<String, Long> now = counters.read();
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
}
