package svc.jobs;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.identity.Account;
import svc.api.job.AccountWork.Summary;
import svc.api.store.ObjectId;
import svc.api.time.Clock;

/**
 * Records the work of bundles in accounts: each run over all accounts, the first run on each day that only reads a sample
 * of accounts, and the first work of a bundle in an account on each day. A bundle that reacts to every message, and checks
 * that run often, would otherwise fill the audit log. Thread-safe.
 */
@Component(service = WorkAudit.class)
public final class WorkAudit {

    private static final int KEPT = 10_000;

    /** The account in the key of a sample of accounts, because no account has this number. */
    private static final long SAMPLE = 0;

    private static final char TENANT = 't';

    private final Clock clock;
    private final Map<Access, Instant> days = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Access, Instant> eldest) {
            return size() > KEPT;
        }
    };

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable AuditLog log;

    @Activate
    public WorkAudit(@Reference Clock clock) {
        this.clock = clock;
    }

    public WorkAudit(Clock clock, AuditLog log) {
        this(clock);
        this.log = log;
    }

    private record Access(String bundle, String capability, long account) {}

    /** Records that a bundle works in an account. */
    void worksIn(String bundle, String capability, Account account) {
        if (isFirstOfDay(new Access(bundle, capability, account.n()))) {
            record(
                    ObjectId.parse(TENANT, account.organization()).orElse(AuditEvent.INSTANCE),
                    new Target("account", account.id()),
                    Outcome.DONE,
                    Map.of("bundle", bundle, "capability", capability));
        }
    }

    private boolean isFirstOfDay(Access access) {
        Instant day = clock.now().truncatedTo(ChronoUnit.DAYS);
        synchronized (days) {
            return !day.equals(days.put(access, day));
        }
    }

    /** Records that a bundle reads a sample of accounts. */
    void reads(String bundle, String capability, Summary summary) {
        if (isFirstOfDay(new Access(bundle, capability, SAMPLE))) {
            ran(bundle, capability, summary);
        }
    }

    /** Records a run over all accounts. */
    void ran(String bundle, String capability, Summary summary) {
        record(
                AuditEvent.INSTANCE,
                new Target("bundle", bundle),
                summary.failed() == 0 ? Outcome.DONE : Outcome.FAILED,
                Map.of(
                        "capability", capability,
                        "accounts", String.valueOf(summary.done()),
                        "failed", String.valueOf(summary.failed())));
    }

    private void record(long organization, Target target, Outcome outcome, Map<String, String> details) {
        AuditLog known = log;
        if (known != null) {
            known.record(
                    new AuditEvent(Actor.SYSTEM, "account.work", organization, Optional.of(target), outcome, details));
        }
    }
}
