package svc.launcher;

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
 * A logger of the standard over one of ours. The standard's interface is one method in five forms for each of six levels, so
 * the levels are read off the methods' names. Placeholders are the standard's {@code {}}, in the formatter variant those of
 * {@link String#format}; a last argument that is a throwable is the cause.
 *
 * @param log the log that is written to
 * @param formatter whether it is the formatter variant
 */
record ServiceLogger(org.slf4j.Logger log, boolean formatter) implements InvocationHandler {

    private static final Map<String, Level> LEVELS = Map.of(
            "trace", Level.TRACE,
            "debug", Level.DEBUG,
            "info", Level.INFO,
            "warn", Level.WARN,
            "error", Level.ERROR,
            "audit", Level.WARN);

    static Logger over(org.slf4j.Logger log, boolean formatter) {
        Class<?> face = formatter ? FormatterLogger.class : Logger.class;
        return (Logger)
                Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, new ServiceLogger(log, formatter));
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

    /** The level of {@code isWarnEnabled}. */
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
        // What is filled in stays an argument, so that the summary of the log does not keep it.
        if (formatter && rest.length > 0) {
            log.atLevel(level).setCause(cause).log("{}", String.format(Locale.ROOT, format, rest));
        } else if (formatter) {
            log.atLevel(level).setCause(cause).log(String.format(Locale.ROOT, format));
        } else {
            log.atLevel(level).setCause(cause).log(format, rest);
        }
    }
}
