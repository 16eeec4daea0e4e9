package svc.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.operation.TimeSpan;

/** The operations {@code svc logs level} and {@code svc logs summary}. */
@Component
public final class LogOperations implements OperationGroup {

    private static final int LONGEST_SECONDS = 3600;
    private static final String ROOT = "ROOT";

    private static final Duration LONGEST = Duration.ofDays(2);

    private final LogLevels levels;
    private final LoggerNames loggers;
    private final Function<Duration, Map<String, Object>> summary;

    @Activate
    public LogOperations(
            @Reference LogLevels levels,
            @Reference LoggerNames loggers,
            @Reference(target = "(svc.launcher=logsummary)") Function<Duration, Map<String, Object>> summary) {
        this.summary = summary;
        this.levels = levels;
        this.loggers = loggers;
    }

    /** The log levels. */
    public enum Level {
        /** Errors only. */
        ERROR,
        /** Errors and warnings. */
        WARN,
        /** Also events of normal operation. */
        INFO,
        /** Also details for debugging. */
        DEBUG,
        /** Also every step. */
        TRACE
    }

    /** The groups of warnings and errors in a period. */
    record Summary(Instant from, Instant to, List<Map<String, Object>> groups) {}

    /** The new level, the previous level, and the time at which the configured level applies again. */
    public record Raised(String level, String previous, String logger, String revertsAt) {}

    @Operation(command = "logs level", help = "Set a log level for a limited time", routes = "PUT /logs/level")
    public Raised level(
            @Positional @Help("error, warn, info, debug or trace") Level level,
            @Default("ROOT") @Help("the part of the server, such as http; all if omitted") String logger,
            @Default("900") @Help("for how long; 3600 at most") long seconds) {
        if (seconds < 1 || seconds > LONGEST_SECONDS) {
            String what = "seconds is " + seconds + "; give a number from 1 to " + LONGEST_SECONDS + ".";
            throw new OperationException(Reason.INVALID, what, List.of(new FieldError("seconds", what)));
        }
        String word = level.name().toLowerCase(Locale.ROOT);
        String name = fullName(logger);
        demandKnown(name);
        LogLevels.Raise raise = levels.raise(name, word, Duration.ofSeconds(seconds));
        return new Raised(
                word,
                raise.previous(),
                name,
                raise.revertsAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private void demandKnown(String logger) {
        if (!logger.equals(ROOT) && !loggers.know(logger)) {
            String what = "No logger is called " + logger + ", and no bundle or package either. The nearest are "
                    + String.join(", ", loggers.near(logger)) + ".";
            throw new OperationException(Reason.INVALID, what, List.of(new FieldError("logger", what)));
        }
    }

    /** Expands a short name: {@code http} is short for {@code svc.http}. */
    private static String fullName(String logger) {
        if (logger.equalsIgnoreCase(ROOT)) {
            return ROOT;
        }
        return logger.contains(".") ? logger : "svc." + logger;
    }

    @Operation(
            command = "logs summary",
            help = "Group and count the latest warnings and errors",
            routes = "GET /logs/summary")
    @SuppressWarnings("unchecked") // The launcher returns exactly this type.
    public Summary summary(@Default("1h") @Help("how far back: 15m, 1h, 2d; 2d at most") String since) {
        Duration span = TimeSpan.parse(since)
                .filter(given -> !given.isZero() && given.compareTo(LONGEST) <= 0)
                .orElseThrow(LogOperations::noSpan);
        Map<String, Object> found = summary.apply(span);
        return new Summary(
                (Instant) requireNonNull(found.get("from")),
                (Instant) requireNonNull(found.get("to")),
                (List<Map<String, Object>>) requireNonNull(found.get("groups")));
    }

    private static OperationException noSpan() {
        String what = "must be a number with s, m, h or d, such as 15m, 1h or 2d, and 2d at most";
        return new OperationException(Reason.INVALID, "since " + what + ".", List.of(new FieldError("since", what)));
    }
}
