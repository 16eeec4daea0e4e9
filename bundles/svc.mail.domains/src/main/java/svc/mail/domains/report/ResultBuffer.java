package svc.mail.domains.report;

import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.SenderObserver;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.time.Clock;

/**
 * Counts the results of messages for the reports. Messages only change numbers in memory; every ten seconds these are
 * written to the tables in the background, so that no message waits for a transaction. Thread-safe.
 */
@Component(
        service = {SenderObserver.class, ResultBuffer.class},
        configurationPid = "svc.mail.auth")
@Designate(ocd = ReportConfig.class)
public final class ResultBuffer implements SenderObserver {

    /** The time for which results are only in memory. */
    static final Duration DELAY = Duration.ofSeconds(10);

    /** The maximum number of different results in memory. */
    static final int MOST = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(ResultBuffer.class);
    private static final int MOST_ADDRESSES = 5;
    private static final int LONGEST_ADDRESS = 320;

    private final boolean isOn;
    private final Store store;
    private final Clock clock;
    private final ReportMetrics metrics;
    private Map<Report, Counts> counts = new HashMap<>();
    private int size;

    @Activate
    public ResultBuffer(
            ReportConfig config, @Reference Store store, @Reference Clock clock, @Reference ReportMetrics metrics) {
        this.isOn = config.reports();
        this.store = store;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Identifies a report. */
    record Report(LocalDate day, String domain) {}

    /** The last policy of a report, and the numbers of messages by the text of their {@link Tuple}. */
    record Counts(PublishedPolicy policy, Map<String, Long> messages) {}

    @Override
    public void checked(SenderResults results) {
        List<String> addresses = results.policy().reportAddresses().stream()
                .filter(uri -> uri.regionMatches(true, 0, "mailto:", 0, 7) && uri.length() <= LONGEST_ADDRESS)
                .limit(MOST_ADDRESSES)
                .toList();
        if (isOn && !addresses.isEmpty() && !isReport(results)) {
            add(
                    new Report(PendingReport.day(clock.now()), results.policy().domain()),
                    policy(results.policy(), addresses),
                    Tuple.of(results).text());
        }
    }

    /**
     * Returns whether the message is only for addresses of reports. Such messages are not counted: otherwise two servers
     * would send each other a report about the last report every day.
     */
    private static boolean isReport(SenderResults results) {
        return results.envelope().recipients().stream().map(Recipient::address).allMatch(ReportAddress::is);
    }

    private static PublishedPolicy policy(PublishedPolicy published, List<String> addresses) {
        return new PublishedPolicy(
                published.domain(),
                published.policy(),
                published.subdomainPolicy(),
                published.nonexistentPolicy(),
                published.strictDkim(),
                published.strictSpf(),
                published.testing(),
                addresses);
    }

    private synchronized void add(Report report, PublishedPolicy policy, String tuple) {
        Counts before = counts.get(report);
        boolean isNew = before == null || !before.messages().containsKey(tuple);
        if (isNew && size == MOST) {
            metrics.dropped(1);
            return;
        }
        if (size == 0) {
            clock.schedule(DELAY, this::flush);
        }
        size += isNew ? 1 : 0;
        Map<String, Long> messages = before == null ? new HashMap<>() : before.messages();
        messages.merge(tuple, 1L, Long::sum);
        counts.put(report, new Counts(policy, messages));
    }

    private synchronized Map<Report, Counts> take() {
        Map<Report, Counts> taken = counts;
        counts = new HashMap<>();
        size = 0;
        return taken;
    }

    private void flush() {
        ResultFlush flush = new ResultFlush(take(), clock, metrics);
        if (!flush.isDone()) {
            store.schedule(Scope.system(), flush);
        }
    }

    /** Writes what is in memory when the server stops. */
    @Deactivate
    public void stop() {
        ResultFlush flush = new ResultFlush(take(), clock, metrics);
        if (flush.isDone()) {
            return;
        }
        try {
            store.write(Scope.system(), tx -> flush.run(tx, () -> true));
        } catch (StoreException e) {
            LOG.debug("The last results for DMARC reports are lost", e);
        }
    }
}
