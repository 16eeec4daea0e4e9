package svc.mail.out.report;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.MailServerName;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.mail.out.MailOutConfig;
import svc.mail.out.report.ReportRows.Report;
import svc.mail.out.report.ReportRows.Sessions;

/**
 * Sends the reports about a day at random times of the next day (RFC 8460 §4.1). A report is marked in its row before it
 * is sent, so it is sent once, also after a restart and with several processes. Thread-safe.
 */
@Component(immediate = true, service = TlsReports.class, configurationPid = "svc.mail.out")
public final class TlsReports {

    /** RFC 8460 §5.5: a report is sent again for up to a day. */
    static final int MOST_ATTEMPTS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(TlsReports.class);
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int PORTION = 100;

    private final TlsResults results;
    private final Store store;
    private final Resolver resolver;
    private final ReportDelivery delivery;
    private final MailServerName server;
    private final Directory directory;
    private final Clock clock;
    private final RandomGenerator random = new SecureRandom();
    private final BackgroundWork work;

    @Activate
    public TlsReports(
            MailOutConfig config,
            @Reference TlsResults results,
            @Reference Store store,
            @Reference Resolver resolver,
            @Reference ReportDelivery delivery,
            @Reference MailServerName server,
            @Reference Directory directory,
            @Reference Clock clock) {
        this(config.tls_reports(), results, store, resolver, delivery, server, directory, clock);
    }

    TlsReports(
            boolean isEnabled,
            TlsResults results,
            Store store,
            Resolver resolver,
            ReportDelivery delivery,
            MailServerName server,
            Directory directory,
            Clock clock) {
        this.results = results;
        this.store = store;
        this.resolver = resolver;
        this.delivery = delivery;
        this.server = server;
        this.directory = directory;
        this.clock = clock;
        this.work = new BackgroundWork(
                "svc-mail-out-tls-reports", clock, e -> LOG.warn("TLS reports could not be sent", e));
        if (isEnabled) {
            work.in(Resolver.QUIET, this::runAgain);
        }
    }

    @Deactivate
    public void stop() {
        work.stop();
    }

    private void runAgain() {
        Duration next = LONGEST;
        try {
            next = run();
        } finally {
            work.in(next, this::runAgain);
        }
    }

    /** Plans the reports of the last days and sends those that are due. Returns the time until the next run. */
    Duration run() {
        Instant now = clock.now();
        long today = TlsResults.day(clock);
        results.flush();
        write(sql -> ReportRows.purge(sql, today));
        boolean isMore = true;
        while (isMore) {
            isMore = store.write(Scope.system(), tx -> ReportRows.plan(tx.sql(), today, now, random));
        }
        List<Report> due = store.read(Scope.system(), snapshot -> ReportRows.due(snapshot.sql(), now, PORTION));
        for (Report report : due) {
            if (Thread.currentThread().isInterrupted()) {
                return LONGEST;
            }
            if (store.write(Scope.system(), tx -> ReportRows.take(tx.sql(), report))) {
                process(report);
            }
        }
        return store.read(Scope.system(), snapshot -> ReportRows.next(snapshot.sql()))
                .map(at -> Duration.between(clock.now(), at))
                .map(pause -> pause.compareTo(SHORTEST) < 0 ? SHORTEST : pause)
                .filter(pause -> pause.compareTo(LONGEST) < 0)
                .orElse(LONGEST);
    }

    private void write(Consumer<SqlWriter> work) {
        store.write(Scope.system(), tx -> {
            work.accept(tx.sql());
            return true;
        });
    }

    private void process(Report report) {
        if (send(report)) {
            write(sql -> ReportRows.done(sql, report));
        } else if (report.attempts() + 1 < MOST_ATTEMPTS) {
            Instant at = clock.now().plus(Duration.ofHours(1L << report.attempts()));
            write(sql -> ReportRows.retry(sql, report, at));
        } else {
            LOG.info("The TLS report about {} could not be sent in {} attempts", report.domain(), MOST_ATTEMPTS);
        }
    }

    /** Returns whether nothing is left to do. */
    private boolean send(Report report) {
        Answer<String> answer = resolver.txt("_smtp._tls." + report.domain());
        if (answer instanceof Failed<String>) {
            return false;
        }
        Optional<ReportAddresses> to =
                answer instanceof Found<String> found ? ReportAddresses.parse(found.records()) : Optional.empty();
        if (to.isEmpty()) {
            return true;
        }
        List<Sessions> sessions = store.read(Scope.system(), snapshot -> ReportRows.results(snapshot.sql(), report));
        LocalDate day = LocalDate.ofEpochDay(report.day());
        return delivery.send(new ReportDocument(day, report.domain(), submitter(), sessions), to.get());
    }

    /** Returns the local domain that contains the name of this server, whose key signs the report, or this name. */
    private String submitter() {
        String name = server.hostname();
        return directory.localDomainOf(name).orElse(name);
    }
}
