package svc.backup.prune;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import svc.backup.format.Layout;

/**
 * How many runs a repository keeps: the newest run of each of the last hours, days, weeks and months (UTC) that have
 * runs. The newest run is always kept.
 *
 * @param hourly the number of hours
 * @param daily the number of days
 * @param weekly the number of weeks (ISO 8601)
 * @param monthly the number of months
 */
public record Retention(int hourly, int daily, int weekly, int monthly) {

    /** 24 hours, 14 days, 8 weeks and 12 months. */
    public static final Retention DEFAULT = new Retention(24, 14, 8, 12);

    /** Returns the ids of the runs to keep. */
    public Set<String> keep(List<String> runs) {
        List<String> newestFirst = List.copyOf(new TreeSet<>(runs).descendingSet());
        Set<String> kept = new TreeSet<>(newestFirst.subList(0, Math.min(1, newestFirst.size())));
        keep(newestFirst, hourly, time -> time.truncatedTo(ChronoUnit.HOURS), kept);
        keep(newestFirst, daily, OffsetDateTime::toLocalDate, kept);
        keep(newestFirst, weekly, Retention::week, kept);
        keep(newestFirst, monthly, time -> time.getYear() * 12 + time.getMonthValue(), kept);
        return kept;
    }

    private static Object week(OffsetDateTime time) {
        return List.of(time.get(IsoFields.WEEK_BASED_YEAR), time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    }

    private static void keep(
            List<String> newestFirst, int most, Function<OffsetDateTime, Object> period, Set<String> kept) {
        Set<Object> periods = new HashSet<>();
        for (String run : newestFirst) {
            Instant time = Layout.time(run);
            Object of = period.apply(time.atOffset(ZoneOffset.UTC));
            if (periods.size() < most && periods.add(of)) {
                kept.add(run);
            }
        }
    }
}
