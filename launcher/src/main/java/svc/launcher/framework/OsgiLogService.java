package svc.launcher.framework;

import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The OSGi log service: the component runtime and bundles of other authors write to the log of the server instead of
 * the console.
 */
@SuppressWarnings(
        "deprecation") // The interface of the standard still has deprecated methods, and old bundles call them.
final class OsgiLogService implements LogService {

    /** The levels by {@link LogLevel#ordinal()}: audit, error, warn, info, debug, trace. */
    private static final Level[] LEVELS = {Level.ERROR, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE};

    @Override
    public Logger getLogger(String name) {
        return getLogger(name, Logger.class);
    }

    @Override
    public Logger getLogger(Class<?> type) {
        return getLogger(type.getName());
    }

    @Override
    public <L extends Logger> L getLogger(String name, Class<L> type) {
        return type.cast(OsgiLogger.over(LoggerFactory.getLogger(name), type == FormatterLogger.class));
    }

    @Override
    public <L extends Logger> L getLogger(Class<?> named, Class<L> type) {
        return getLogger(named.getName(), type);
    }

    @Override
    public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> type) {
        // The component runtime names its loggers after the components of svc. The prefix distinguishes the messages of
        // the runtime from those of the components.
        return getLogger("osgi." + (name.equals(Logger.ROOT_LOGGER_NAME) ? bundle.getSymbolicName() : name), type);
    }

    @Override
    public void log(int level, String message) {
        log(null, level, message, null);
    }

    @Override
    public void log(int level, String message, @Nullable Throwable thrown) {
        log(null, level, message, thrown);
    }

    @Override
    public void log(@Nullable ServiceReference<?> service, int level, String message) {
        log(service, level, message, null);
    }

    @Override
    public void log(@Nullable ServiceReference<?> service, int level, String message, @Nullable Throwable thrown) {
        Bundle bundle = service == null ? null : service.getBundle();
        String name = bundle == null ? "osgi" : bundle.getSymbolicName();
        LoggerFactory.getLogger(name)
                .atLevel(LEVELS[Math.max(0, Math.min(level, LEVELS.length - 1))])
                .setCause(thrown)
                .log(message);
    }
}
