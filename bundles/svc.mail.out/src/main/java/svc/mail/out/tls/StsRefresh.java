package svc.mail.out.tls;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.dns.Resolver;
import svc.api.shared.Leases;
import svc.api.shared.Leases.Lease;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;

/** Refreshes the MTA-STS policies in the background, in one process of the server. Thread-safe. */
@Component(immediate = true, service = StsRefresh.class, configurationPid = "svc.mail.out")
public final class StsRefresh {

    private static final Logger LOG = LoggerFactory.getLogger(StsRefresh.class);

    private static final Duration PAUSE = Duration.ofHours(1);

    private final StsPolicies policies;
    private final Leases leases;
    private final BackgroundWork work;

    @Activate
    public StsRefresh(
            MailOutConfig config, @Reference StsPolicies policies, @Reference Leases leases, @Reference Clock clock) {
        this(config.mta_sts(), policies, leases, clock);
    }

    StsRefresh(boolean isEnabled, StsPolicies policies, Leases leases, Clock clock) {
        this.policies = policies;
        this.leases = leases;
        this.work = new BackgroundWork(
                "svc-mail-out-mta-sts", clock, e -> LOG.warn("MTA-STS policies could not be refreshed", e));
        if (isEnabled) {
            work.in(Resolver.QUIET, this::run);
        }
    }

    @Deactivate
    public void stop() {
        work.stop();
    }

    private void run() {
        try {
            leases.take("svc.mail.out.mta-sts", PAUSE).ifPresent(this::refresh);
        } finally {
            work.in(PAUSE, this::run);
        }
    }

    private void refresh(Lease lease) {
        try {
            policies.refresh();
        } finally {
            lease.release();
        }
    }
}
