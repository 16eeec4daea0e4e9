package svc.testkit.engine.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Suppresses log events of errors that a test provokes, so that a successful test logs none. */
public final class ProvokedErrors extends TurboFilter {

    private final Class<? extends Throwable> expectedTypes;

    private ProvokedErrors(Class<? extends Throwable> expectedTypes) {
        this.expectedTypes = expectedTypes;
        setName(expectedTypes.getName());
    }

    /** Drops the log events of throwables of this type. Has no effect if the logging backend is not logback. */
    public static void leaveOut(Class<? extends Throwable> expectedTypes) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            synchronized (context) {
                boolean existing = context.getTurboFilterList().stream()
                        .anyMatch(filter -> expectedTypes.getName().equals(filter.getName()));
                if (!existing) {
                    context.addTurboFilter(new ProvokedErrors(expectedTypes));
                }
            }
        }
    }

    /**
     * Denies the events of expected throwables. If there are more than two arguments, the throwable is the last
     * argument.
     */
    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        Object last = arguments == null || arguments.length == 0 ? null : arguments[arguments.length - 1];
        return expectedTypes.isInstance(thrown) || expectedTypes.isInstance(last)
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
    }
}
