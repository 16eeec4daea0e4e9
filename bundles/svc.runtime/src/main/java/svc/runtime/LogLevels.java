package svc.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * Sets log levels for a limited time. When a change ends, the configured level applies again, never an earlier
 * temporary level. No change is kept after the process ends (ADM-06).
 */
@Component(service = LogLevels.class, configurationPid = "svc.log")
@Designate(ocd = LogConfig.class)
public final class LogLevels {

    private static final Logger LOG = LoggerFactory.getLogger(LogLevels.class);
    private static final String CONFIGURED = "";

    private final BinaryOperator<String> levels;
    private final Clock clock;
    private final Map<String, Long> newest = new HashMap<>();
    private long raises;

    /**
     * Creates the service.
     *
     * @param levels the launcher's function: sets the level of a logger and returns the previous level; an empty level
     *     restores the configured level
     * @param clock the clock that schedules the end of a change
     */
    @Activate
    public LogLevels(
            @Reference(target = "(svc.launcher=loglevel)") BinaryOperator<String> levels, @Reference Clock clock) {
        this.levels = levels;
        this.clock = clock;
    }

    /** A temporary level: the previous level, and the time at which the temporary level ends. */
    record Raise(String previous, Instant revertsAt) {}

    synchronized Raise raise(String logger, String level, Duration time) {
        long number = ++raises;
        newest.put(logger, number);
        String previous = levels.apply(logger, level);
        clock.schedule(time, () -> revert(logger, number));
        LOG.info("The log level of {} is {} for {} s", logger, level, time.toSeconds());
        return new Raise(previous, clock.now().plus(time));
    }

    private synchronized void revert(String logger, long number) {
        // If there is a newer change of the same logger, the level stays until the newer change ends.
        if (newest.remove(logger, number)) {
            LOG.info(
                    "The log level of {} goes back from {} to the configured one",
                    logger,
                    levels.apply(logger, CONFIGURED));
        }
    }
}
