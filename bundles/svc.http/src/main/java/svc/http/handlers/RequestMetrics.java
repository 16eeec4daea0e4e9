package svc.http.handlers;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;

/** Request metrics by route: number of responses by status class, and durations. */
public final class RequestMetrics {

    private static final String NOWHERE = "none";
    private static final int KINDS = 6;

    private final Map<String, Counts> routes = new ConcurrentHashMap<>();

    private record Counts(List<LongAdder> statuses, Histogram timings) {
        Counts() {
            this(Stream.generate(LongAdder::new).limit(KINDS).toList(), new Histogram());
        }
    }

    /** Counts a request of a route at the end of the request. */
    public void record(Request request, Response response, String route) {
        Counts counts = counts(route);
        Request.addCompletionListener(request, failure -> {
            int kind = Math.max(0, Math.min(KINDS - 1, response.getStatus() / 100));
            counts.statuses().get(kind).increment();
            counts.timings().observe(System.nanoTime() - request.getBeginNanoTime());
        });
    }

    /** Counts a request that matches no route, at the end of the request. */
    public void recordUnrouted(Request request, Response response) {
        record(request, response, NOWHERE);
    }

    private Counts counts(String route) {
        Counts known = routes.get(route);
        return known == null ? routes.computeIfAbsent(route, any -> new Counts()) : known;
    }

    public void collect(MetricSink sink) {
        new TreeMap<>(routes).forEach((route, counts) -> {
            for (int kind = 1; kind < KINDS; kind++) {
                long count = counts.statuses().get(kind).sum();
                if (count > 0) {
                    sink.counter(
                            "http_requests_total",
                            "Requests by route and status",
                            count,
                            "route",
                            route,
                            "status",
                            kind + "xx");
                }
            }
            sink.histogram(
                    "http_request_seconds",
                    "Time from the first byte of a request to the last byte of its response",
                    counts.timings(),
                    "route",
                    route);
        });
    }
}
