package svc.mail.domains.report;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.api.store.BackgroundTask;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.mail.domains.report.ResultBuffer.Counts;
import svc.mail.domains.report.ResultBuffer.Report;

/** Writes counted results to the tables, in portions while the pace permits. Not thread-safe. */
final class ResultFlush implements BackgroundTask {

    /** From this minute of the next day on, a report may be sent: all results of the day are in the tables then. */
    static final int FIRST_MINUTE = 10;

    private static final int MINUTES = 1_440;

    /** The maximum number of results of a portion. */
    private static final int PORTION = 200;

    private final List<Portion> portions = new ArrayList<>();
    private final Clock clock;
    private final ReportMetrics metrics;
    private final RandomGenerator random = new SecureRandom();
    private int committed;

    ResultFlush(Map<Report, Counts> counts, Clock clock, ReportMetrics metrics) {
        this.clock = clock;
        this.metrics = metrics;
        counts.forEach((report, counted) -> {
            List<Map.Entry<String, Long>> all = List.copyOf(counted.messages().entrySet());
            for (int at = 0; at < all.size(); at += PORTION) {
                List<Map.Entry<String, Long>> some = all.subList(at, Math.min(all.size(), at + PORTION));
                portions.add(new Portion(report.day(), counted.policy(), some));
            }
        });
    }

    /** Results of a report: the numbers of messages by the text of their {@link Tuple}. */
    private record Portion(LocalDate day, PublishedPolicy policy, List<Map.Entry<String, Long>> counts) {}

    boolean isDone() {
        return committed == portions.size();
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

    /** Writes a portion. Returns the number of messages that are not counted. */
    private long write(Transaction tx, Portion portion) {
        Instant next = portion.day().plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        if (!clock.now().isBefore(next.plus(Duration.ofMinutes(FIRST_MINUTE)))) { // the report may be on its way
            return PendingRows.messages(portion.counts());
        }
        Instant due = next.plus(Duration.ofMinutes(FIRST_MINUTE + random.nextInt(MINUTES - FIRST_MINUTE)));
        return PendingRows.add(tx.sql(), portion.day(), portion.policy(), portion.counts(), due);
    }
}
