package svc.testkit;

import java.util.Map;
import java.util.TreeMap;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** The counters of a source that reports nothing else. */
public final class RecordedCounters implements MetricSink {

    private final Map<String, Long> counters = new TreeMap<>();

    private RecordedCounters() {}

    /** Returns the values by name and labels, with spaces between them. */
    public static Map<String, Long> of(MetricSource source) {
        RecordedCounters recorded = new RecordedCounters();
        source.collect(recorded);
        return recorded.counters;
    }

    @Override
    public void counter(String name, String help, long value, String... labels) {
        counters.put((name + " " + String.join(" ", labels)).strip(), value);
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        throw new AssertionError(name);
    }

    @Override
    public void histogram(String name, String help, Histogram timings, String... labels) {
        throw new AssertionError(name);
    }
}
