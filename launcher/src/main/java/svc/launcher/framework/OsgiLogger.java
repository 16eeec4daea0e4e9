package svc.launcher.framework;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerConsumer;
import org.slf4j.event.Level;

/**
 * An OSGi logger that writes to slf4j. The interface has a method in five forms for each of six levels. The level is
 * derived from the name of the method. Placeholders are {@code {}}, or those of {@link String#format} in the formatter
 * variant. A throwable as the last argument is the cause.
 *
 * @param log the slf4j logger
 * @param formatter whether it is the formatter variant
 */
public record OsgiLogger(org.slf4j.Logger log, boolean formatter) implements InvocationHandler {

    /** The prefix of the loggers that {@link OsgiLogService} returns to the component runtime. */
    private static final String RUNTIME = "osgi.";

    private static final Map<String, Level> LEVELS = Map.of(
            "trace", Level.TRACE,
            "debug", Level.DEBUG,
            "info", Level.INFO,
            "warn", Level.WARN,
            "error", Level.ERROR,
            "audit", Level.WARN);

    public static Logger over(org.slf4j.Logger log, boolean formatter) {
        Class<?> face = formatter ? FormatterLogger.class : Logger.class;
        return (Logger)
                Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, new OsgiLogger(log, formatter));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) throws Throwable {
        String name = method.getName();
        Object[] arguments = given == null ? new Object[0] : given;
        Level level = LEVELS.get(name);
        if (level != null) {
            write(level, (Logger) proxy, method.isVarArgs(), arguments);
            return null;
        }
        return switch (name) {
            case "getName" -> log.getName();
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> hashCode();
            case "toString" -> toString();
            default -> log.isEnabledForLevel(asked(name));
        };
    }

    /**
     * Logs one line without a stack trace, because the stack trace of a component's exception consists mostly of calls
     * of the runtime.
     */
    private void brief(Level level, String format, Object[] arguments, Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        StackTraceElement[] stack = cause.getStackTrace();
        String why = cause + (stack.length == 0 ? "" : " at " + stack[0]);
        Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = why.replaceAll("\\s+", " ");
        if (formatter) {
            String message = arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments);
            log.atLevel(level).log("{}: {}", message, all[arguments.length]);
        } else {
            log.atLevel(level).log(format + ": {}", all);
        }
    }

    /** Returns the level of a method such as {@code isWarnEnabled}. */
    private static Level asked(String name) {
        String level = name.substring("is".length(), name.length() - "Enabled".length());
        return Level.valueOf(level.toUpperCase(Locale.ROOT));
    }

    private void write(Level level, Logger self, boolean many, Object[] given) throws Exception {
        if (!log.isEnabledForLevel(level)) {
            return;
        }
        if (given[0] instanceof LoggerConsumer<?> consumer) {
            consumer.accept(self);
            return;
        }
        Object[] arguments = many ? (Object[]) given[1] : Arrays.copyOfRange(given, 1, given.length);
        Object last = arguments.length == 0 ? null : arguments[arguments.length - 1];
        Throwable cause = last instanceof Throwable thrown ? thrown : null;
        Object[] rest = cause == null ? arguments : Arrays.copyOf(arguments, arguments.length - 1);
        String format = String.valueOf(given[0]);
        if (cause != null && log.getName().startsWith(RUNTIME) && !log.isDebugEnabled()) {
            brief(level, format, rest, cause);
            return;
        }
        // The formatted text is passed as an argument of a constant template, so that the summary of the log can group
        // messages by template.
        if (formatter && rest.length > 0) {
            log.atLevel(level).setCause(cause).log("{}", String.format(Locale.ROOT, format, rest));
        } else if (formatter) {
            log.atLevel(level).setCause(cause).log(String.format(Locale.ROOT, format));
        } else {
            log.atLevel(level).setCause(cause).log(format, rest);
        }
    }
}
