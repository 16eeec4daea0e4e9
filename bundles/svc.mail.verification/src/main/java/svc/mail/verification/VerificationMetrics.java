package svc.mail.verification;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.mailauth.DkimResult;
import svc.mailauth.SpfResult;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict;

/** Counts the results of the checks. Thread-safe. */
@Component(service = {MetricSource.class, VerificationMetrics.class})
public final class VerificationMetrics implements MetricSource {

    private final Map<Series, LongAdder> counts = new ConcurrentHashMap<>();

    /** The labels of a counter. All of their values are words of this server. */
    private record Series(String check, String result) implements Comparable<Series> {

        @Override
        public int compareTo(Series other) {
            int difference = check.compareTo(other.check);
            return difference == 0 ? result.compareTo(other.result) : difference;
        }
    }

    void count(Findings found, SenderPolicy.Decision decision) {
        for (SpfResult result : found.spf()) {
            count(
                    result.identity() == Identity.HELO ? "spf-helo" : "spf",
                    result.verdict().word());
        }
        if (found.dkim().isEmpty()) {
            count("dkim", Verdict.NONE.word());
        }
        for (DkimResult result : found.dkim()) {
            count("dkim", result.verdict().word());
        }
        count("arc", found.arc().verdict().word());
        count("dmarc", found.dmarc().verdict().word());
        count("message", decision.word());
    }

    private void count(String check, String result) {
        counts.computeIfAbsent(new Series(check, result), key -> new LongAdder())
                .increment();
    }

    @Override
    public void collect(MetricSink sink) {
        new TreeMap<>(counts)
                .forEach((series, count) -> sink.counter(
                        "mailauth_total",
                        "Checks of the senders of messages by result",
                        count.sum(),
                        "check",
                        series.check(),
                        "result",
                        series.result()));
    }
}
