package svc.push.web;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import svc.api.metrics.MetricSink;
import svc.api.metrics.Timings;

/** What is counted of messages and subscriptions. Any thread. */
final class Meters {

    private final Map<Result, LongAdder> messages = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> dropped = new ConcurrentHashMap<>();
    private final Timings timings = new Timings();

    private record Result(String kind, String word) {}

    void sent(String kind, Outcome outcome, long took) {
        messages.computeIfAbsent(new Result(kind, outcome.word()), key -> new LongAdder())
                .increment();
        timings.took(took);
    }

    void dropped(String why, int many) {
        dropped.computeIfAbsent(why, key -> new LongAdder()).add(many);
    }

    void tell(MetricSink sink, int subscriptions) {
        sink.gauge("push_subscriptions", "Push subscriptions that are there", subscriptions);
        messages.forEach((result, number) -> sink.counter(
                "push_messages_total",
                "Messages to push services, by what became of them",
                number.sum(),
                "kind",
                result.kind(),
                "result",
                result.word()));
        dropped.forEach((why, number) -> sink.counter(
                "push_subscriptions_dropped_total",
                "Push subscriptions that ended by themselves",
                number.sum(),
                "why",
                why));
        sink.timings("push_message_seconds", "How long messages to push services took", timings);
    }
}
