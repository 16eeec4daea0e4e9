package svc.mail.out.report;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;

/**
 * Counts the results of TLS sessions. The counts for reports are written together in the background, when no other write
 * waits; a crash loses those of the last seconds. Thread-safe.
 */
@Component(
        service = {TlsResults.class, MetricSource.class},
        configurationPid = "svc.mail.out")
public final class TlsResults implements MetricSource {

    /** The time for which results are collected. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    /** The maximum number of different results in memory. */
    static final int CAPACITY = 10_000;

    private static final int PORTION = 100;
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final String SUCCESS = "success";

    /** The types of failures (RFC 8460 §4.3) and the own words; other texts are not used as labels. */
    private static final Set<String> RESULTS = Set.of(
            SUCCESS,
            "starttls-not-supported",
            "certificate-host-mismatch",
            "certificate-expired",
            "certificate-not-trusted",
            "validation-failure",
            "tlsa-invalid",
            "dnssec-invalid",
            "sts-policy-fetch-error",
            "sts-policy-invalid",
            "sts-webpki-invalid",
            "lookup-failed",
            "refused");

    private static final Logger LOG = LoggerFactory.getLogger(TlsResults.class);

    private final boolean areReported;
    private final Store store;
    private final Clock clock;
    private final BackgroundWork work;
    private final Map<Series, LongAdder> metrics = new ConcurrentHashMap<>();
    private final Object writing = new Object();
    private Map<Counted, Long> counts = new HashMap<>();
    private boolean isFull;

    @Activate
    public TlsResults(MailOutConfig config, @Reference Store store, @Reference Clock clock) {
        this(config.tls_reports(), store, clock);
    }

    public TlsResults(boolean areReported, Store store, Clock clock) {
        this.areReported = areReported;
        this.store = store;
        this.clock = clock;
        this.work = new BackgroundWork(
                "svc-mail-out-tls-results", clock, e -> LOG.warn("Results of TLS sessions could not be written", e));
    }

    private record Series(String policy, String result) implements Comparable<Series> {

        @Override
        public int compareTo(Series other) {
            int difference = policy.compareTo(other.policy);
            return difference == 0 ? result.compareTo(other.result) : difference;
        }
    }

    /** A result of a day. */
    record Counted(long day, TlsResult result) {}

    /** Returns the current day in UTC, in days since 1970. */
    static long day(Clock clock) {
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC).toEpochDay();
    }

    /** Counts a result for the metrics and the report. */
    public void count(TlsResult result) {
        measure(result.policy(), result.failure().isEmpty() ? SUCCESS : result.failure());
        if (areReported) {
            add(new Counted(day(clock), result));
        }
    }

    /** Counts a result for the metrics alone. */
    public void measure(String policy, String result) {
        String word = RESULTS.contains(result) ? result : "other";
        metrics.computeIfAbsent(new Series(policy, word), key -> new LongAdder())
                .increment();
    }

    private synchronized void add(Counted counted) {
        if (counts.size() >= CAPACITY && !counts.containsKey(counted)) {
            if (!isFull) {
                isFull = true;
                LOG.warn("TLS reports are incomplete: there are too many different results within {}", PAUSE);
            }
            return;
        }
        if (counts.isEmpty()) {
            work.in(PAUSE, this::flush);
        }
        counts.merge(counted, 1L, Long::sum);
    }

    /** Writes the counts. When this returns, all earlier results are written. */
    void flush() {
        synchronized (writing) {
            List<Map.Entry<Counted, Long>> all = new ArrayList<>(take().entrySet());
            for (int at = 0; at < all.size(); at += PORTION) {
                write(all.subList(at, Math.min(all.size(), at + PORTION)));
            }
        }
    }

    private synchronized Map<Counted, Long> take() {
        Map<Counted, Long> taken = counts;
        counts = new HashMap<>();
        isFull = false;
        return taken;
    }

    private void write(List<Map.Entry<Counted, Long>> portion) {
        try {
            boolean isDone = store.schedule(Scope.system(), (tx, pace) -> {
                        portion.forEach(count -> ReportRows.add(tx.sql(), count.getKey(), count.getValue()));
                        return false;
                    })
                    .await(LONGEST);
            if (!isDone) {
                LOG.warn("Writing the results of TLS sessions takes longer than {}", LONGEST);
            }
        } catch (RuntimeException e) { // the other portions must still be written, and no caller waits
            LOG.warn("{} results of TLS sessions could not be written", portion.size(), e);
        }
    }

    @Override
    public void collect(MetricSink sink) {
        new TreeMap<>(metrics)
                .forEach((series, count) -> sink.counter(
                        "tls_policy_total",
                        "TLS sessions with other mail servers by policy and result",
                        count.sum(),
                        "policy",
                        series.policy(),
                        "result",
                        series.result()));
    }

    /** Writes the counts in memory. */
    @Deactivate
    public void stop() {
        work.stop();
        flush();
    }
}
