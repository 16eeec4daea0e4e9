package svc.mail.domains.report;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
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
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
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

    /** From this minute of the next day on, a report may be sent: all results of the day are in the tables then. */
    static final int FIRST_MINUTE = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ResultBuffer.class);
    private static final int MOST_ADDRESSES = 5;
    private static final int LONGEST_ADDRESS = 320;
    private static final int MINUTES = 1_440;

    /** The number of results that one step writes. */
    private static final int PORTION = 200;

    private final boolean isOn;
    private final Store store;
    private final Clock clock;
    private final ReportMetrics metrics;
    private final RandomGenerator random = new SecureRandom();
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
    private record Report(LocalDate day, String domain) {}

    /** The last policy of a report, and the numbers of messages by the text of their {@link Tuple}. */
    private record Counts(PublishedPolicy policy, Map<String, Long> messages) {}

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
        List<Portion> portions = portions(take());
        if (!portions.isEmpty()) {
            store.schedule(Scope.system(), new Flush(portions));
        }
    }

    /** Results that are written in one step. */
    private record Portion(Report report, Counts counts) {}

    private static List<Portion> portions(Map<Report, Counts> all) {
        List<Portion> portions = new ArrayList<>();
        all.forEach((report, counts) -> {
            Map<String, Long> some = new HashMap<>();
            counts.messages().forEach((tuple, messages) -> {
                if (some.size() == PORTION) {
                    portions.add(new Portion(report, new Counts(counts.policy(), Map.copyOf(some))));
                    some.clear();
                }
                some.put(tuple, messages);
            });
            portions.add(new Portion(report, new Counts(counts.policy(), some)));
        });
        return portions;
    }

    /** Writes portions while the pace permits. Not thread-safe. */
    private final class Flush implements BackgroundTask {

        private final List<Portion> portions;
        private int committed;

        Flush(List<Portion> portions) {
            this.portions = portions;
        }

        @Override
        public boolean run(Transaction tx, Pace pace) {
            int at = committed;
            long dropped = 0;
            do {
                dropped += write(tx, portions.get(at));
                at++;
            } while (at < portions.size() && pace.mayContinue());
            int end = at;
            long lost = dropped;
            tx.afterCommit(() -> {
                committed = end;
                metrics.dropped(lost);
            });
            return at < portions.size();
        }
    }

    private long write(Transaction tx, Portion portion) {
        Instant now = clock.now();
        Instant next = portion.report().day().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        if (!now.isBefore(next.plus(Duration.ofMinutes(FIRST_MINUTE)))) { // the report may be on its way
            return portion.counts().messages().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
        Instant due = next.plus(Duration.ofMinutes(FIRST_MINUTE + random.nextInt(MINUTES - FIRST_MINUTE)));
        return PendingRows.add(
                tx.sql(),
                portion.report().day(),
                portion.counts().policy(),
                portion.counts().messages(),
                due);
    }

    /** Writes what is in memory when the server stops. */
    @Deactivate
    public void stop() {
        List<Portion> portions = portions(take());
        if (portions.isEmpty()) {
            return;
        }
        try {
            store.write(Scope.system(), tx -> new Flush(portions).run(tx, () -> true));
        } catch (StoreException e) {
            LOG.debug("The last results for DMARC reports are lost", e);
        }
    }
}
