package svc.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The log: lines for people or JSON for machines on standard error, and levels that can be raised while the server runs.
 * Every message passes {@link RedactingEncoder} on its way out.
 */
final class LogSettings {

    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{24} %replace(%X{correlation}){'(.+)','[$1] '}- %msg%n";

    /** Libraries whose news are no news to an operator. */
    private static final List<String> QUIET = List.of("org.eclipse.jetty", "org.apache.lucene", "osgi");

    private final LoggerContext context;

    /** Of the process: while a command of Gogo runs, {@code System.err} is its shell, which the log is not meant for. */
    private final PrintStream error = System.err;

    private final LogSummary summary = new LogSummary(InstantSource.system());
    private Map<String, Level> configured = Map.of();

    private LogSettings(LoggerContext context) {
        this.context = context;
    }

    /** The log before the configuration is read: warnings only, so that a refusal stands alone. */
    static LogSettings early() {
        LogSettings settings = new LogSettings((LoggerContext) LoggerFactory.getILoggerFactory());
        settings.apply("warn", "text");
        PlatformLog.take();
        return settings;
    }

    /** The log as configured in {@code [log]}. */
    synchronized void apply(String level, String format) {
        context.reset();
        OutputStreamAppender<ILoggingEvent> console = new OutputStreamAppender<>();
        console.setContext(context);
        console.setOutputStream(new Open(error));
        console.setEncoder(new RedactingEncoder(format.equals("json") ? json() : text()));
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        summary.setContext(context);
        summary.start();
        root.addAppender(summary);
        configured = new HashMap<>(Map.of(Logger.ROOT_LOGGER_NAME, Level.toLevel(level)));
        QUIET.forEach(library -> configured.put(library, Level.WARN));
        // What fails there is thrown, and told once in the words of a refusal.
        configured.put("org.flywaydb", Level.OFF);
        // It would tell the value of every key, secrets included.
        configured.put("org.apache.felix.configadmin", Level.WARN);
        // Each hostile request is one of theirs; the access log has it.
        configured.put("org.eclipse.jetty.http.HttpParser", Level.ERROR);
        configured.put("org.eclipse.jetty.util.HostPort", Level.ERROR);
        // On a newer Java it warns that it computes with vectors as on an older one; no index here has any.
        configured.put("org.apache.lucene.internal.vectorization", Level.ERROR);
        configured.forEach((logger, value) -> context.getLogger(logger).setLevel(value));
    }

    private Encoder<ILoggingEvent> text() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private Encoder<ILoggingEvent> json() {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        encoder.setWithFormattedMessage(true);
        encoder.start();
        return encoder;
    }

    /** What was warned of lately; see {@link LogSummary#since}. */
    Map<String, Object> summary(Duration ago) {
        return summary.since(ago);
    }

    /** The loggers that were used so far. */
    List<String> loggers() {
        return context.getLoggerList().stream().map(Logger::getName).toList();
    }

    /**
     * Sets the level of a logger, or takes it back to the configured one when {@code level} is empty. Returns the level
     * before, in lower case.
     */
    synchronized String level(String logger, String level) {
        Logger target = context.getLogger(logger);
        String before = target.getEffectiveLevel().toString().toLowerCase(Locale.ROOT);
        target.setLevel(level.isEmpty() ? configured.get(logger) : Level.toLevel(level));
        return before;
    }

    /** Stays open when the log is set anew. */
    private static final class Open extends FilterOutputStream {

        Open(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
