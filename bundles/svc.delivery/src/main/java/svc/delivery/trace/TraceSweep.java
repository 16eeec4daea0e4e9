package svc.delivery.trace;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.shared.Leases;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes old events of the mail trace once an hour, as {@code [mail.trace]} says. */
@Component(immediate = true, service = TraceSweep.class, configurationPid = "svc.mail.trace")
@Designate(ocd = TraceConfig.class)
public final class TraceSweep {

    private final HourlySweep sweep;

    @Activate
    public TraceSweep(TraceConfig config, @Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        Duration kept = Duration.ofDays(config.days());
        long most = config.most_events();
        this.sweep = new HourlySweep(
                leases,
                "svc.delivery.trace",
                store,
                clock,
                now -> (tx, pace) -> TraceRows.purge(tx.sql(), now.minus(kept), most, pace));
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
