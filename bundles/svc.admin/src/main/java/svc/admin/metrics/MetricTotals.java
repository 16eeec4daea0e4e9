package svc.admin.metrics;

import java.util.HashMap;
import java.util.Map;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;

/** A sink that adds up the metrics of each name over all labels. Not thread-safe. */
public final class MetricTotals implements MetricSink {

    private final Map<String, Double> sums = new HashMap<>();

    @Override
    public void counter(String name, String help, long value, String... labels) {
        sums.merge(name, (double) value, Double::sum);
    }

    @Override
    public void gauge(String name, String help, double value, String... labels) {
        sums.merge(name, value, Double::sum);
    }

    @Override
    public void histogram(String name, String help, Histogram timings, String... labels) {
        // Durations are ignored, because they have no total.
    }

    /** Returns the total of a metric; 0 if no source reports it. */
    public long of(String name) {
        return sums.getOrDefault(name, 0.0).longValue();
    }
}
