package svc.launcher;

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
 * Counts warnings and errors by the minute, by their logger and the text that the program wrote: never by what was filled
 * into it, so that no argument is kept and equal warnings fall together (ADM-05). Keeps two days, and less when there is too
 * much of it. Any thread.
 */
final class LogSummary extends UnsynchronizedAppenderBase<ILoggingEvent> {

    private static final Duration KEPT = Duration.ofDays(2);
    /** So many groups of all minutes together; one takes half a kilobyte at most. */
    private static final int MOST = 4_000;

    private static final int MOST_IN_A_MINUTE = 500;
    private static final int LONGEST = 300;
    private static final String OTHERS = "(further messages, of more kinds than are told apart in a minute)";

    private final InstantSource clock;
    private final Deque<Minute> minutes = new ArrayDeque<>();
    private int groups;
    /** Nothing that happened before is known. */
    private Instant begin;

    LogSummary(InstantSource clock) {
        this.clock = clock;
        this.begin = clock.instant();
    }

    private record Kind(String level, String logger, String message) {}

    private record Count(long count, Instant first, Instant last) {
        Count plus(Count other) {
            return new Count(
                    count + other.count,
                    first.isBefore(other.first) ? first : other.first,
                    last.isAfter(other.last) ? last : other.last);
        }
    }

    private record Minute(Instant begin, Map<Kind, Count> counts) {}

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            String level = event.getLevel().toString().toLowerCase(Locale.ROOT);
            add(new Kind(level, event.getLoggerName(), shown(event.getMessage())));
        }
    }

    /** A library may have put the text together itself; then at least what looks like a credential goes, as in the log. */
    private static String shown(String message) {
        String redacted = RedactingEncoder.redact(message);
        return redacted.length() <= LONGEST ? redacted : redacted.substring(0, LONGEST) + "…";
    }

    private synchronized void add(Kind kind) {
        Instant now = clock.instant();
        Instant at = now.truncatedTo(ChronoUnit.MINUTES);
        // Not before the last one: the machine's time may step back.
        if (minutes.isEmpty() || minutes.getLast().begin().isBefore(at)) {
            minutes.addLast(new Minute(at, new HashMap<>()));
        }
        Map<Kind, Count> counts = minutes.getLast().counts();
        boolean room = counts.containsKey(kind) || counts.size() < MOST_IN_A_MINUTE;
        Kind counted = room ? kind : new Kind(kind.level(), "", OTHERS);
        groups += counts.containsKey(counted) ? 0 : 1;
        counts.merge(counted, new Count(1, now, now), Count::plus);
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
     * What was counted: {@code from}, {@code to} (instants) and {@code groups}, the most frequent first, each a map of level,
     * logger, message, count, first and last. It begins with a whole minute, and later than asked where nothing older is
     * known.
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
        group.put("message", kind.message());
        group.put("count", count.count());
        group.put("first", count.first());
        group.put("last", count.last());
        return group;
    }
}
