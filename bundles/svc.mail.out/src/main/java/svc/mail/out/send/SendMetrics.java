package svc.mail.out.send;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.service.component.annotations.Component;
import svc.api.delivery.SmtpReply;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Measures the attempts to send messages. Thread-safe. */
@Component(service = {MetricSource.class, SendMetrics.class})
public final class SendMetrics implements MetricSource {

    /** The outcome of an attempt to send a message to recipients in a domain. */
    enum Outcome {
        /** A server has accepted the message for all recipients. */
        RELAYED,
        /** A recipient waits for the next attempt. */
        DEFERRED,
        /** A recipient was refused, and none waits. */
        FAILED,
        /** No server can be reached. */
        UNREACHABLE;

        static Outcome of(List<SmtpReply> replies) {
            return replies.stream().allMatch(SmtpReply::isPositive)
                    ? RELAYED
                    : replies.stream().anyMatch(SmtpReply::isTransient) ? DEFERRED : FAILED;
        }
    }

    private final Map<Outcome, Histogram> durations = new EnumMap<>(Outcome.class);
    private final AtomicInteger unreachable = new AtomicInteger();

    /** Creates the histograms. */
    public SendMetrics() {
        for (Outcome outcome : Outcome.values()) {
            durations.put(outcome, new Histogram());
        }
    }

    /** Adds an attempt with its duration in nanoseconds. */
    void add(Outcome outcome, long took) {
        Histogram histogram = durations.get(outcome);
        if (histogram != null) {
            histogram.observe(took);
        }
        if (outcome == Outcome.UNREACHABLE) {
            unreachable.incrementAndGet();
        }
    }

    /** Records that a server has answered. */
    void reached() {
        unreachable.set(0);
    }

    /** Returns the number of attempts since a server has answered. */
    int unreachable() {
        return unreachable.get();
    }

    @Override
    public void collect(MetricSink sink) {
        durations.forEach((outcome, histogram) -> sink.histogram(
                "out_seconds",
                "Duration of the attempts to send a message to a domain",
                histogram,
                "outcome",
                outcome.name().toLowerCase(Locale.ROOT)));
    }
}
