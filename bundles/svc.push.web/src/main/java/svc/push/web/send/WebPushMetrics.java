package svc.push.web.send;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;

/** The counters of messages and subscriptions. Thread-safe. */
final class WebPushMetrics {

    private final Map<Result, LongAdder> messages = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> dropped = new ConcurrentHashMap<>();
    private final Histogram timings = new Histogram();

    private record Result(String kind, String word) {}

    void sent(String kind, Outcome outcome, long took) {
        messages.computeIfAbsent(new Result(kind, outcome.label()), key -> new LongAdder())
                .increment();
        timings.observe(took);
    }

    void dropped(String reason, int count) {
        dropped.computeIfAbsent(reason, key -> new LongAdder()).add(count);
    }

    void collect(MetricSink sink, int subscriptions) {
        sink.gauge("push_subscriptions", "Push subscriptions", subscriptions);
        messages.forEach((result, number) -> sink.counter(
                "push_messages_total",
                "Messages to push services by result",
                number.sum(),
                "kind",
                result.kind(),
                "result",
                result.word()));
        dropped.forEach((reason, number) -> sink.counter(
                "push_subscriptions_dropped_total",
                "Push subscriptions removed by the server, by reason",
                number.sum(),
                "why",
                reason));
        sink.histogram("push_message_seconds", "Duration of messages to push services", timings);
    }
}
