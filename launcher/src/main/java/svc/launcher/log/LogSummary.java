package svc.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts warnings and errors per minute, logger and message template (ADM-05). The latest message of each group is
 * kept, with credentials redacted. The counts of two days are kept, or fewer if there are too many groups. Thread-safe.
 */
final class LogSummary extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private static final Duration KEPT = Duration.ofDays(2);
    /** The maximum number of groups of all minutes together. One group takes at most a kilobyte. */
    private static final int MOST = 4_000;

    private static final int MOST_IN_A_MINUTE = 500;
    private static final int LONGEST = 300;
    private static final String OTHERS = "(further messages of other kinds)";

    private final InstantSource clock;
    private final Deque<Minute> minutes = new ArrayDeque<>();
    private int groups;
    /** The beginning of the time for which the counts are complete. */
    private Instant begin;

    LogSummary(InstantSource clock) {
        this.clock = clock;
        this.begin = clock.instant();
    }

    private record Kind(String level, String logger, String message) {}

    /** The count, the time of the first and last occurrence, and the latest message. */
    private record Count(long count, Instant first, Instant last, String latest) {
        Count plus(Count other) {
            boolean later = !other.last.isBefore(last);
            return new Count(
                    count + other.count,
                    first.isBefore(other.first) ? first : other.first,
                    later ? other.last : last,
                    later ? other.latest : latest);
        }
    }

    private record Minute(Instant begin, Map<Kind, Count> counts) {}

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            String level = event.getLevel().toString().toLowerCase(Locale.ROOT);
            add(new Kind(level, event.getLoggerName(), shown(event.getMessage())), shown(event.getFormattedMessage()));
        }
    }

    /** Redacts credentials, as the log does. */
    private static String shown(String message) {
        String redacted = RedactingEncoder.redact(message);
        return redacted.length() <= LONGEST ? redacted : redacted.substring(0, LONGEST) + "…";
    }

    private synchronized void add(Kind kind, String message) {
        Instant now = clock.instant();
        Instant at = now.truncatedTo(ChronoUnit.MINUTES);
        // A new minute is never earlier than the last minute, even if the clock of the machine was set back.
        if (minutes.isEmpty() || minutes.getLast().begin().isBefore(at)) {
            minutes.addLast(new Minute(at, new HashMap<>()));
        }
        Map<Kind, Count> counts = minutes.getLast().counts();
        boolean room = counts.containsKey(kind) || counts.size() < MOST_IN_A_MINUTE;
        Kind counted = room ? kind : new Kind(kind.level(), "", OTHERS);
        groups += counts.containsKey(counted) ? 0 : 1;
        counts.merge(counted, new Count(1, now, now, room ? message : OTHERS), Count::plus);
        forget(now.minus(KEPT));
    }

    private void forget(Instant before) {
        while (minutes.size() > 1
                && (groups > MOST || minutes.getFirst().begin().isBefore(before))) {
            groups -= minutes.removeFirst().counts().size();
            begin = minutes.getFirst().begin();
        }
    }

    /**
     * Returns {@code from} and {@code to} (instants) and {@code groups}, the most frequent group first. Each group is a
     * map of level, logger, latest message, count, first and last. The range begins with a whole minute, or with the
     * oldest known minute if that is later.
     */
    synchronized Map<String, Object> since(Duration ago) {
        Instant to = clock.instant();
        Instant asked = to.minus(ago).truncatedTo(ChronoUnit.MINUTES);
        Map<Kind, Count> sums = new HashMap<>();
        minutes.stream()
                .filter(minute -> !minute.begin().isBefore(asked))
                .forEach(minute -> minute.counts().forEach((kind, count) -> sums.merge(kind, count, Count::plus)));
        List<Map<String, Object>> found = sums.entrySet().stream()
                .sorted(Comparator.comparing(
                                (Map.Entry<Kind, Count> e) -> -e.getValue().count())
                        .thenComparing(e -> e.getKey().toString()))
                .map(e -> group(e.getKey(), e.getValue()))
                .toList();
        return Map.of("from", asked.isBefore(begin) ? begin : asked, "to", to, "groups", found);
    }

    private static Map<String, Object> group(Kind kind, Count count) {
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("level", kind.level());
        group.put("logger", kind.logger());
        group.put("message", count.latest());
        group.put("count", count.count());
        group.put("first", count.first());
        group.put("last", count.last());
        return group;
    }
}
