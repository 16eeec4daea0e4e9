package svc.http;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import svc.api.metrics.MetricSink;
import svc.api.metrics.Timings;

/** How many requests each route answered, with which kind of status, and how long that took. */
final class Tally {

    private static final String NOWHERE = "none";
    private static final int KINDS = 6;

    private final Map<String, Counts> routes = new ConcurrentHashMap<>();

    private record Counts(List<LongAdder> statuses, Timings timings) {
        Counts() {
            this(Stream.generate(LongAdder::new).limit(KINDS).toList(), new Timings());
        }
    }

    /** Counts a request when it has ended. */
    void follow(Request request, Response response, String route) {
        Counts counts = counts(route);
        Request.addCompletionListener(request, failure -> {
            int kind = Math.max(0, Math.min(KINDS - 1, response.getStatus() / 100));
            counts.statuses().get(kind).increment();
            counts.timings().took(System.nanoTime() - request.getBeginNanoTime());
        });
    }

    /** The same for a path that is no route. */
    void followNowhere(Request request, Response response) {
        follow(request, response, NOWHERE);
    }

    private Counts counts(String route) {
        Counts known = routes.get(route);
        return known == null ? routes.computeIfAbsent(route, any -> new Counts()) : known;
    }

    void tell(MetricSink sink) {
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
            sink.timings(
                    "http_request_seconds",
                    "From the first byte of a request to the last of its answer",
                    counts.timings(),
                    "route",
                    route);
        });
    }
}
