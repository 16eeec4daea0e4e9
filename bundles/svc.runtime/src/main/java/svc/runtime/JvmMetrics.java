package svc.runtime;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Metrics of the Java virtual machine. */
@Component(service = MetricSource.class)
public final class JvmMetrics implements MetricSource {

    private static final double MILLIS = 1e3;

    private final String version;

    @Activate
    public JvmMetrics(BundleContext context) {
        this.version = String.valueOf(context.getProperty("svc.version"));
    }

    @Override
    public void collect(MetricSink sink) {
        sink.gauge(
                "build_info",
                "The running version, as labels",
                1,
                "version",
                version,
                "java",
                String.valueOf(Runtime.version().feature()));
        sink.gauge(
                "uptime_seconds",
                "Time since the process started",
                ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS);
        memory(sink, "heap", ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        memory(sink, "other", ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        sink.gauge(
                "jvm_threads",
                "Platform threads",
                ManagementFactory.getThreadMXBean().getThreadCount());
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            String name = collector.getName().toLowerCase(Locale.ROOT).replace(' ', '-');
            sink.counter(
                    "jvm_collections_total",
                    "Garbage collections",
                    Math.max(0, collector.getCollectionCount()),
                    "collector",
                    name);
            sink.gauge(
                    "jvm_collection_seconds",
                    "Total time of all garbage collections",
                    Math.max(0, collector.getCollectionTime()) / MILLIS,
                    "collector",
                    name);
        }
    }

    private static void memory(MetricSink sink, String area, MemoryUsage usage) {
        sink.gauge("jvm_memory_used_bytes", "Memory in use", (double) usage.getUsed(), "area", area);
        sink.gauge(
                "jvm_memory_committed_bytes",
                "Memory that the process has reserved",
                (double) usage.getCommitted(),
                "area",
                area);
    }
}
