package svc.mail.domains.report;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.ServerMail;
import svc.api.dns.Resolver;
import svc.api.lifecycle.LifecycleStep;
import svc.api.shared.Leases;
import svc.api.shared.Leases.Lease;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.mail.domains.report.PendingRows.Due;
import svc.mail.domains.report.ReportDestinations.Destinations;
import svc.mail.domains.report.ReportMetrics.Sent;
import svc.mime.write.MessageWriter;

/**
 * Sends the reports of a day at random minutes of the next one, on a thread of its own that begins two minutes after the
 * server is ready.
 */
@Component(service = Callable.class, immediate = true, configurationPid = "svc.mail.auth")
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class ReportSender implements Callable<String> {

    /** The longest time between two looks at the table, and before the next attempt to send a report. */
    static final Duration PAUSE = Duration.ofHours(1);

    private static final Logger LOG = LoggerFactory.getLogger(ReportSender.class);
    private static final int MOST_ATTEMPTS = 12;

    private final boolean isOn;
    private final Store store;
    private final Clock clock;
    private final Leases leases;
    private final Resolver resolver;
    private final ServerMail mail;
    private final ReportAddress address;
    private final ReportMetrics metrics;
    private final SecureRandom random = new SecureRandom();
    private final BackgroundWork work;

    @Activate
    public ReportSender(
            ReportConfig config,
            @Reference Store store,
            @Reference Clock clock,
            @Reference Leases leases,
            @Reference Resolver resolver,
            @Reference ServerMail mail,
            @Reference ReportAddress address,
            @Reference ReportMetrics metrics) {
        this.isOn = config.reports();
        this.store = store;
        this.clock = clock;
        this.leases = leases;
        this.resolver = resolver;
        this.mail = mail;
        this.address = address;
        this.metrics = metrics;
        this.work = new BackgroundWork(
                "svc-dmarc-reports",
                clock,
                e -> LOG.warn("DMARC reports could not be sent; the next attempt is in an hour", e));
    }

    @Override
    public String call() {
        if (isOn) {
            work.in(Resolver.QUIET, this::run);
        }
        return "";
    }

    @Deactivate
    public void stop() {
        work.stop();
    }

    private void run() {
        Instant next = clock.now().plus(PAUSE);
        try {
            Optional<Lease> lease = leases.take("svc.mail.domains.reports", PAUSE);
            if (lease.isPresent()) {
                try {
                    next = sendDue();
                } finally {
                    lease.get().release();
                }
            }
        } finally {
            work.at(next, this::run);
        }
    }

    /** Sends what is due. Returns when to look for the next report. */
    private Instant sendDue() {
        for (Optional<Due> due = claim(); due.isPresent(); due = claim()) {
            send(due.get());
        }
        Instant latest = clock.now().plus(PAUSE);
        return store.read(Scope.system(), snapshot -> PendingRows.next(snapshot.sql()))
                .filter(latest::isAfter)
                .orElse(latest);
    }

    /** Claims the next report; none after the stop, because a report that was claimed is not sent later. */
    private Optional<Due> claim() {
        Instant now = clock.now();
        return work.isStopped()
                ? Optional.empty()
                : store.write(Scope.system(), tx -> PendingRows.claim(tx.sql(), now));
    }

    private void send(Due due) {
        PendingReport report = store.read(Scope.system(), snapshot -> PendingRows.read(snapshot.sql(), due));
        Destinations to = new ReportDestinations(resolver)
                .find(due.domain(), report.policy().reportAddresses());
        boolean isLast = due.attempts() + 1 >= MOST_ATTEMPTS;
        if (!to.isComplete() && !isLast) {
            postpone(due);
        } else if (to.addresses().isEmpty() || report.counts().isEmpty()) {
            finish(due, Sent.NO_DESTINATION);
        } else if (isQueued(new ReportMessage(report, address.receiver(), address.sender(), to.addresses()))) {
            finish(due, Sent.QUEUED);
        } else if (isLast) {
            finish(due, Sent.GIVEN_UP);
        } else {
            postpone(due);
        }
    }

    private boolean isQueued(ReportMessage message) {
        String domain = message.receiver();
        try {
            MessageWriter writer = new MessageWriter(clock, random, domain);
            Optional<String> id = mail.send(domain, message.envelope(), out -> writer.write(message.draft(), out));
            if (id.isEmpty()) {
                LOG.warn(
                        "DMARC reports wait: mail to {} leads to no account, or its account is over quota",
                        message.sender());
            }
            return id.isPresent();
        } catch (IOException e) {
            LOG.warn(
                    "A DMARC report about {} cannot be stored now",
                    message.report().domain(),
                    e);
            return false;
        }
    }

    private void finish(Due due, Sent outcome) {
        metrics.count(outcome);
        store.write(Scope.system(), tx -> {
            PendingRows.remove(tx.sql(), due.day().toEpochDay(), due.domain());
            return due;
        });
    }

    private void postpone(Due due) {
        metrics.count(Sent.POSTPONED);
        Instant later = clock.now().plus(PAUSE);
        store.write(Scope.system(), tx -> {
            PendingRows.postpone(tx.sql(), due, later);
            return due;
        });
    }
}
