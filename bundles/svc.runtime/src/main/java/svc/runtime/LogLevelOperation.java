package svc.runtime;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;
import svc.api.operation.Route;

/** Raises a log level for a bounded time. */
@Component(service = AdminOperation.class)
public final class LogLevelOperation implements AdminOperation<LogLevelOperation.Arguments, LogLevelOperation.Raised> {

    private static final int LONGEST_SECONDS = 3600;
    private static final String ROOT = "ROOT";

    private final LogLevels levels;
    private final Loggers loggers;

    /** Works on the levels of this process. */
    @Activate
    public LogLevelOperation(@Reference LogLevels levels, @Reference Loggers loggers) {
        this.levels = levels;
        this.loggers = loggers;
    }

    /** The levels there are. */
    public enum Level {
        /** Errors only. */
        ERROR,
        /** And warnings. */
        WARN,
        /** And what happened. */
        INFO,
        /** And how. */
        DEBUG,
        /** And every step. */
        TRACE
    }

    /** What to raise, how far and for how long. */
    public record Arguments(
            @Positional @Help("error, warn, info, debug or trace")
            Level level,

            @Default("ROOT") @Help("the part of the server, such as http; all when left out")
            String logger,

            @Default("900") @Help("for how long; 3600 at most")
            long seconds) {}

    /** The level now, the one before, and when it goes back to the configured one. */
    public record Raised(String level, String previous, String logger, String revertsAt) {}

    @Override
    public String noun() {
        return "logs";
    }

    @Override
    public String verb() {
        return "level";
    }

    @Override
    public String help() {
        return "Raise a log level for a while; it reverts on its own";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/logs/level"));
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Raised run(Arguments arguments) {
        if (arguments.seconds() < 1 || arguments.seconds() > LONGEST_SECONDS) {
            String what = "seconds is " + arguments.seconds() + "; give a number from 1 to " + LONGEST_SECONDS + ".";
            throw new OperationProblem(Reason.INVALID, what, List.of(new FieldError("seconds", what)));
        }
        String level = arguments.level().name().toLowerCase(Locale.ROOT);
        String logger = fullName(arguments.logger());
        demandKnown(logger);
        LogLevels.Raise raise = levels.raise(logger, level, Duration.ofSeconds(arguments.seconds()));
        return new Raised(
                level,
                raise.previous(),
                logger,
                raise.revertsAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private void demandKnown(String logger) {
        if (!logger.equals(ROOT) && !loggers.know(logger)) {
            String what = "No logger is called " + logger + ", and no bundle or package either. The nearest are "
                    + String.join(", ", loggers.near(logger)) + ".";
            throw new OperationProblem(Reason.INVALID, what, List.of(new FieldError("logger", what)));
        }
    }

    /** {@code http} is the short name of {@code svc.http}. */
    private static String fullName(String logger) {
        if (logger.equalsIgnoreCase(ROOT)) {
            return ROOT;
        }
        return logger.contains(".") ? logger : "svc." + logger;
    }
}
