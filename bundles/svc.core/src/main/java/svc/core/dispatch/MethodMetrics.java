package svc.core;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.metrics.Timings;

/** How often methods were called, what became of it and how long it took. Any thread. */
final class CallMeters implements MetricSource {

    private static final String NO_METHOD = "none";

    private final Map<String, Counts> methods = new ConcurrentHashMap<>();

    private record Counts(LongAdder done, LongAdder refused, LongAdder failed, Timings timings) {
        Counts() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new Timings());
        }
    }

    private Counts counts(String method) {
        Counts known = methods.get(method);
        return known == null ? methods.computeIfAbsent(method, any -> new Counts()) : known;
    }

    /** A method that the server offers has answered. */
    void done(String method, long nanos) {
        Counts counts = counts(method);
        counts.done().increment();
        counts.timings().took(nanos);
    }

    /** A call was answered with an error of the client's doing; {@code method} is one that the server offers, or null. */
    void refused(@Nullable String method) {
        counts(method == null ? NO_METHOD : method).refused().increment();
    }

    /** A method of the server failed. */
    void failed(String method) {
        counts(method).failed().increment();
    }

    @Override
    public void tell(MetricSink sink) {
        new TreeMap<>(methods).forEach((method, counts) -> {
            String help = "Method calls by what became of them";
            sink.counter("jmap_calls_total", help, counts.done().sum(), "method", method, "outcome", "done");
            sink.counter("jmap_calls_total", help, counts.refused().sum(), "method", method, "outcome", "refused");
            sink.counter("jmap_calls_total", help, counts.failed().sum(), "method", method, "outcome", "failed");
            sink.timings("jmap_call_seconds", "Time that calls took", counts.timings(), "method", method);
        });
    }
}
