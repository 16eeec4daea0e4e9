package svc.core.dispatch;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts method calls by outcome and measures their duration. Thread-safe. */
public final class MethodMetrics implements MetricSource {

    private static final String NO_METHOD = "none";

    private final Map<String, Counts> methods = new ConcurrentHashMap<>();

    private record Counts(LongAdder done, LongAdder refused, LongAdder failed, Histogram timings) {
        Counts() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new Histogram());
        }
    }

    private Counts counts(String method) {
        Counts known = methods.get(method);
        return known == null ? methods.computeIfAbsent(method, any -> new Counts()) : known;
    }

    /** Records the successful call of an offered method. */
    void done(String method, long nanos) {
        Counts counts = counts(method);
        counts.done().increment();
        counts.timings().observe(nanos);
    }

    /** Records a call with a client error; {@code method} is an offered method or null. */
    void refused(@Nullable String method) {
        counts(method == null ? NO_METHOD : method).refused().increment();
    }

    /** Records a server failure in an offered method. */
    void failed(String method) {
        counts(method).failed().increment();
    }

    @Override
    public void collect(MetricSink sink) {
        new TreeMap<>(methods).forEach((method, counts) -> {
            String help = "Method calls by result";
            sink.counter("jmap_calls_total", help, counts.done().sum(), "method", method, "outcome", "done");
            sink.counter("jmap_calls_total", help, counts.refused().sum(), "method", method, "outcome", "refused");
            sink.counter("jmap_calls_total", help, counts.failed().sum(), "method", method, "outcome", "failed");
            sink.histogram("jmap_call_seconds", "Duration of method calls", counts.timings(), "method", method);
        });
    }
}
