package svc.ratelimit;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.ratelimit.RateLimiter.Quota;
import svc.ratelimit.bans.SignInLimits;

/** Counts rejected requests and failed sign-ins, and reports the numbers. */
@Component(service = {MetricSource.class, RejectionCounters.class})
public final class RejectionCounters implements MetricSource {

    final LongAdder address = new LongAdder();
    final LongAdder account = new LongAdder();
    final LongAdder processorTime = new LongAdder();
    final LongAdder banned = new LongAdder();
    final LongAdder spent = new LongAdder();
    final LongAdder signIns = new LongAdder();

    @Override
    public void collect(MetricSink sink) {
        refused(sink, address, "http_per_ip_baseline");
        refused(sink, account, "http_per_account_baseline");
        refused(sink, processorTime, Quota.PROCESSOR_TIME);
        refused(sink, banned, "banned");
        refused(sink, spent, SignInLimits.ACCOUNT_LIMIT);
        sink.counter("guard_failed_sign_ins_total", "Sign-ins that failed", signIns.sum());
    }

    private static void refused(MetricSink sink, LongAdder count, String limit) {
        String help = "Requests that the rate limiter refused";
        sink.counter("guard_refused_total", help, count.sum(), "limit", limit);
    }
}
