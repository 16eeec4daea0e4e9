package svc.dns;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import org.xbill.DNS.Record;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts the lookups and reports the numbers. */
@Component(service = {MetricSource.class, LookupCounters.class})
public final class LookupCounters implements MetricSource {

    final LongAdder cached = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder none = new LongAdder();
    private final LongAdder temporary = new LongAdder();
    private final LongAdder bogus = new LongAdder();
    private final Histogram durations = new Histogram();

    /** Counts a lookup that was not answered from the cache, with its duration in nanoseconds. */
    void count(Answer<Record> answer, long took) {
        durations.observe(took);
        if (answer instanceof Failed<Record> failed) {
            (failed.failure() == Failure.BOGUS ? bogus : temporary).increment();
        } else {
            (answer instanceof Found ? found : none).increment();
        }
    }

    @Override
    public void collect(MetricSink sink) {
        report(sink, cached, "cached");
        report(sink, found, "found");
        report(sink, none, "none");
        report(sink, temporary, "temporary");
        report(sink, bogus, "bogus");
        sink.histogram("dns_lookup_seconds", "Duration of lookups that the cache did not answer", durations);
    }

    private static void report(MetricSink sink, LongAdder count, String result) {
        sink.counter("dns_lookups_total", "Lookups by result", count.sum(), "result", result);
    }
}
