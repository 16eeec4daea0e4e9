package svc.admin;

import java.util.HashMap;
import java.util.Map;
import svc.api.metrics.MetricSink;
import svc.api.metrics.Timings;

/** The metrics by their names, whatever their labels: those of one name are added up. */
final class Figures implements MetricSink {

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
    public void timings(String name, String help, Timings timings, String... labels) {
        // How long something took is no figure of what there is.
    }

    /** 0 for one that nobody tells. */
    long of(String name) {
        return sums.getOrDefault(name, 0.0).longValue();
    }
}
