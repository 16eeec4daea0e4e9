package svc.mail.domains.report;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.shared.Leases;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/** Removes old reports once an hour, and the reports of an account when it is erased. */
@Component(immediate = true)
public final class ReportSweep implements ErasureStep {

    /** The time for which results of reports from other servers are kept. */
    static final Duration KEPT = Duration.ofDays(90);

    /** The time after which a report to another domain is given up. */
    static final Duration UNSENT = Duration.ofDays(3);

    private final HourlySweep sweep;
    private final AccountTables tables = AccountTables.none()
            .table("dmarc_source", "domain, day, source, dkim, spf")
            .table("dmarc_received", "domain, day, reporter, report");

    @Activate
    public ReportSweep(@Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                leases,
                "svc.mail.domains.purge",
                store,
                clock,
                now -> (tx, pace) -> ReceivedRows.purge(tx.sql(), now, KEPT, pace)
                        || PendingRows.purge(tx.sql(), now, UNSENT, pace));
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }

    @Override
    public String namespace() {
        return "maildomains";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return tables.eraseSome(tx, pace);
    }
}
