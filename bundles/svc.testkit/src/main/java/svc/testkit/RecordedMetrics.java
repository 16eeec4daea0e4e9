package svc.testkit;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Records the metrics of a source, which must report no histograms. */
public final class RecordedMetrics implements MetricSink {

    private final Map<String, Double> values = new TreeMap<>();
    private final boolean takesGauges;

    private RecordedMetrics(boolean takesGauges) {
        this.takesGauges = takesGauges;
    }

    /** Returns the values of counters and gauges by name and labels, with spaces between them. */
    public static Map<String, Double> of(MetricSource source) {
        RecordedMetrics recorded = new RecordedMetrics(true);
        source.collect(recorded);
        return recorded.values;
    }

    /** Returns the values of a source of counters alone by name and labels, with spaces between them. */
    public static Map<String, Long> countersOf(MetricSource source) {
        RecordedMetrics recorded = new RecordedMetrics(false);
        source.collect(recorded);
        return recorded.values.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().longValue(), Long::sum, TreeMap::new));
    }

    private void put(String name, double value, String... labels) {
        values.put((name + " " + String.join(" ", labels)).strip(), value);
    }

    @Override
    public void counter(String name, String help, long value, String... labels) {
        put(name, (double) value, labels);
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        if (!takesGauges) {
            throw new AssertionError(name);
        }
        put(name, value, labels);
    }

    @Override
    public void histogram(String name, String help, Histogram timings, String... labels) {
        throw new AssertionError(name);
    }
}
