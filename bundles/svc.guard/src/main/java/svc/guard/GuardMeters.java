package svc.guard;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What the guard counts. */
@Component(service = MetricSource.class)
public final class GuardMeters implements MetricSource {

    private final Doorkeeper doorkeeper;

    /** Of this one. */
    @Activate
    public GuardMeters(@Reference Doorkeeper doorkeeper) {
        this.doorkeeper = doorkeeper;
    }

    @Override
    public void tell(MetricSink sink) {
        Refused refused = doorkeeper.refused();
        String help = "Requests that were refused before anything else looked at them";
        sink.counter("guard_refused_total", help, refused.address().sum(), "limit", "http_per_ip_baseline");
        sink.counter("guard_refused_total", help, refused.account().sum(), "limit", "http_per_account_baseline");
        sink.counter("guard_refused_total", help, refused.banned().sum(), "limit", "banned");
        sink.counter(
                "guard_failed_sign_ins_total",
                "Sign-ins that failed",
                refused.signIns().sum());
    }
}
