package svc.mail.domains.report;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts reports. Thread-safe. */
@Component(service = {MetricSource.class, ReportMetrics.class})
public final class ReportMetrics implements MetricSource {

    private final Map<Sent, LongAdder> sent = counters(Sent.class);
    private final Map<Received, LongAdder> received = counters(Received.class);
    private final LongAdder dropped = new LongAdder();

    /** What became of a report that was due. */
    enum Sent {
        QUEUED,
        NO_DESTINATION,
        POSTPONED,
        GIVEN_UP
    }

    /** What became of a message to an address for reports. */
    enum Received {
        STORED,
        UNAUTHENTICATED,
        INVALID,
        OTHER_DOMAIN
    }

    private static <E extends Enum<E>> Map<E, LongAdder> counters(Class<E> type) {
        Map<E, LongAdder> counters = new EnumMap<>(type);
        for (E value : type.getEnumConstants()) {
            counters.put(value, new LongAdder());
        }
        return counters;
    }

    void count(Sent outcome) {
        requireNonNull(sent.get(outcome)).increment();
    }

    void count(Received outcome) {
        requireNonNull(received.get(outcome)).increment();
    }

    /** Counts messages that are in no report, because there is no room for their results. */
    void dropped(long messages) {
        dropped.add(messages);
    }

    @Override
    public void collect(MetricSink sink) {
        sent.forEach((outcome, count) -> sink.counter(
                "dmarc_reports_sent_total",
                "DMARC reports to other domains by outcome",
                count.sum(),
                "result",
                outcome.name().toLowerCase(Locale.ROOT)));
        received.forEach((outcome, count) -> sink.counter(
                "dmarc_reports_received_total",
                "Messages to the addresses for DMARC reports by outcome",
                count.sum(),
                "result",
                outcome.name().toLowerCase(Locale.ROOT)));
        sink.counter(
                "dmarc_results_dropped_total",
                "Messages that are missing in DMARC reports because there were too many different results",
                dropped.sum());
    }
}
