package svc.launcher;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogLevel;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerConsumer;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The standard log service, so that the component runtime and bundles of others write into the one log instead of to the
 * console. Placeholders are the standard's {@code {}}; a last argument that is a throwable is the cause.
 */
@SuppressWarnings("deprecation") // The standard's interface still has its old methods, and old bundles call them.
final class ServiceLog implements LogService {

    @Override
    public Logger getLogger(String name) {
        return new NamedLog(LoggerFactory.getLogger(name));
    }

    @Override
    public Logger getLogger(Class<?> type) {
        return getLogger(type.getName());
    }

    @Override
    public <L extends Logger> L getLogger(String name, Class<L> type) {
        return type.cast(
                type == FormatterLogger.class ? new FormattedLog(LoggerFactory.getLogger(name)) : getLogger(name));
    }

    @Override
    public <L extends Logger> L getLogger(Class<?> named, Class<L> type) {
        return getLogger(named.getName(), type);
    }

    @Override
    public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> type) {
        // The component runtime names its loggers after our components; its news are not theirs.
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
                .atLevel(NamedLog.LEVELS[Math.max(0, Math.min(level, 5))])
                .setCause(thrown)
                .log(message);
    }

    /** A logger of the standard over one of ours. */
    private static class NamedLog implements Logger {

        /** By {@link LogLevel#ordinal()}: audit, error, warn, info, debug, trace. */
        static final Level[] LEVELS = {Level.ERROR, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE};

        private final org.slf4j.Logger log;

        NamedLog(org.slf4j.Logger log) {
            this.log = log;
        }

        void write(Level level, String format, Object... arguments) {
            if (!log.isEnabledForLevel(level)) {
                return;
            }
            Object last = arguments.length == 0 ? null : arguments[arguments.length - 1];
            if (last instanceof Throwable thrown) {
                Object[] rest = Arrays.copyOf(arguments, arguments.length - 1);
                log.atLevel(level).setCause(thrown).log(text(format, rest));
            } else {
                log.atLevel(level).log(text(format, arguments));
            }
        }

        String text(String format, Object[] arguments) {
            return org.slf4j.helpers.MessageFormatter.arrayFormat(format, arguments)
                    .getMessage();
        }

        private <E extends Exception> void when(Level level, LoggerConsumer<E> consumer) throws E {
            if (log.isEnabledForLevel(level)) {
                consumer.accept(this);
            }
        }

        @Override
        public boolean isTraceEnabled() {
            return log.isEnabledForLevel(Level.TRACE);
        }

        @Override
        public void trace(String message) {
            write(Level.TRACE, message);
        }

        @Override
        public void trace(String format, Object argument) {
            write(Level.TRACE, format, argument);
        }

        @Override
        public void trace(String format, Object first, Object second) {
            write(Level.TRACE, format, first, second);
        }

        @Override
        public void trace(String format, Object... arguments) {
            write(Level.TRACE, format, arguments);
        }

        @Override
        public <E extends Exception> void trace(LoggerConsumer<E> consumer) throws E {
            when(Level.TRACE, consumer);
        }

        @Override
        public boolean isDebugEnabled() {
            return log.isEnabledForLevel(Level.DEBUG);
        }

        @Override
        public void debug(String message) {
            write(Level.DEBUG, message);
        }

        @Override
        public void debug(String format, Object argument) {
            write(Level.DEBUG, format, argument);
        }

        @Override
        public void debug(String format, Object first, Object second) {
            write(Level.DEBUG, format, first, second);
        }

        @Override
        public void debug(String format, Object... arguments) {
            write(Level.DEBUG, format, arguments);
        }

        @Override
        public <E extends Exception> void debug(LoggerConsumer<E> consumer) throws E {
            when(Level.DEBUG, consumer);
        }

        @Override
        public boolean isInfoEnabled() {
            return log.isEnabledForLevel(Level.INFO);
        }

        @Override
        public void info(String message) {
            write(Level.INFO, message);
        }

        @Override
        public void info(String format, Object argument) {
            write(Level.INFO, format, argument);
        }

        @Override
        public void info(String format, Object first, Object second) {
            write(Level.INFO, format, first, second);
        }

        @Override
        public void info(String format, Object... arguments) {
            write(Level.INFO, format, arguments);
        }

        @Override
        public <E extends Exception> void info(LoggerConsumer<E> consumer) throws E {
            when(Level.INFO, consumer);
        }

        @Override
        public boolean isWarnEnabled() {
            return log.isEnabledForLevel(Level.WARN);
        }

        @Override
        public void warn(String message) {
            write(Level.WARN, message);
        }

        @Override
        public void warn(String format, Object argument) {
            write(Level.WARN, format, argument);
        }

        @Override
        public void warn(String format, Object first, Object second) {
            write(Level.WARN, format, first, second);
        }

        @Override
        public void warn(String format, Object... arguments) {
            write(Level.WARN, format, arguments);
        }

        @Override
        public <E extends Exception> void warn(LoggerConsumer<E> consumer) throws E {
            when(Level.WARN, consumer);
        }

        @Override
        public boolean isErrorEnabled() {
            return log.isEnabledForLevel(Level.ERROR);
        }

        @Override
        public void error(String message) {
            write(Level.ERROR, message);
        }

        @Override
        public void error(String format, Object argument) {
            write(Level.ERROR, format, argument);
        }

        @Override
        public void error(String format, Object first, Object second) {
            write(Level.ERROR, format, first, second);
        }

        @Override
        public void error(String format, Object... arguments) {
            write(Level.ERROR, format, arguments);
        }

        @Override
        public <E extends Exception> void error(LoggerConsumer<E> consumer) throws E {
            when(Level.ERROR, consumer);
        }

        @Override
        public void audit(String message) {
            write(Level.WARN, message);
        }

        @Override
        public void audit(String format, Object argument) {
            write(Level.WARN, format, argument);
        }

        @Override
        public void audit(String format, Object first, Object second) {
            write(Level.WARN, format, first, second);
        }

        @Override
        public void audit(String format, Object... arguments) {
            write(Level.WARN, format, arguments);
        }

        @Override
        public String getName() {
            return log.getName();
        }
    }

    /** The variant whose placeholders are those of {@link String#format}. */
    private static final class FormattedLog extends NamedLog implements FormatterLogger {

        FormattedLog(org.slf4j.Logger log) {
            super(log);
        }

        @Override
        String text(String format, Object[] arguments) {
            return String.format(java.util.Locale.ROOT, format, arguments);
        }
    }
}
