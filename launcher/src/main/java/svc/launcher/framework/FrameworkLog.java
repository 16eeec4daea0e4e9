package svc.launcher.framework;

import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes the messages of the framework to the log, with the name of the bundle to which they refer. */
final class FrameworkLog extends org.apache.felix.framework.Logger {

    @Override
    @SuppressWarnings("rawtypes") // the framework prescribes this signature
    protected void doLog(
            @Nullable Bundle bundle,
            @Nullable ServiceReference service,
            int level,
            @Nullable String message,
            @Nullable Throwable thrown) {
        String about = bundle == null || bundle.getSymbolicName() == null ? "framework" : bundle.getSymbolicName();
        Logger log = LoggerFactory.getLogger("felix." + about);
        log.atLevel(level(level)).setCause(thrown).log(String.valueOf(message));
    }

    @Override
    protected void doLog(int level, @Nullable String message, @Nullable Throwable thrown) {
        doLog(null, null, level, message, thrown);
    }

    private static Level level(int level) {
        return switch (level) {
            case LOG_ERROR -> Level.ERROR;
            case LOG_WARNING -> Level.WARN;
            case LOG_INFO -> Level.INFO;
            default -> Level.DEBUG;
        };
    }
}
