package svc.launcher.log;

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
 * The log on standard error: text or JSON, with levels that can be changed while the server runs. Every message passes
 * {@link RedactingEncoder}.
 */
public final class Logging {

    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{24} %replace(%X{correlation}){'(.+)','[$1] '}- %msg%n";

    /** Libraries whose info messages are not logged. */
    private static final List<String> QUIET = List.of("org.eclipse.jetty", "org.apache.lucene", "osgi");

    private final LoggerContext context;

    /** The standard error of the process. During a Gogo command {@code System.err} is that of its shell. */
    private final PrintStream error = System.err;

    private final LogSummary summary = new LogSummary(InstantSource.system());
    private final LogTail tail = new LogTail();
    private Map<String, Level> configured = Map.of();

    private Logging(LoggerContext context) {
        this.context = context;
    }

    /**
     * Returns the log before the configuration is read: only warnings and errors are logged, so that a refusal is not
     * mixed with other messages.
     */
    public static Logging early() {
        Logging settings = new Logging((LoggerContext) LoggerFactory.getILoggerFactory());
        settings.apply("warn", "text");
        JulHandler.take();
        return settings;
    }

    /** Applies the table {@code [log]}. */
    public synchronized void apply(String level, String format) {
        context.reset();
        OutputStreamAppender<ILoggingEvent> console = new OutputStreamAppender<>();
        console.setContext(context);
        console.setOutputStream(new Open(error));
        console.setEncoder(new RedactingEncoder(format.equals("json") ? json() : text(), tail::add));
        console.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(console);
        summary.setContext(context);
        summary.start();
        root.addAppender(summary);
        configured = new HashMap<>(Map.of(Logger.ROOT_LOGGER_NAME, Level.toLevel(level)));
        QUIET.forEach(library -> configured.put(library, Level.WARN));
        // Flyway also throws its failures, which are reported once as a refusal.
        configured.put("org.flywaydb", Level.OFF);
        // The messages of this library would contain the values of all keys, including secrets.
        configured.put("org.apache.felix.configadmin", Level.WARN);
        // This class logs each malformed request, but the access log already contains these requests.
        configured.put("org.eclipse.jetty.http.HttpParser", Level.ERROR);
        configured.put("org.eclipse.jetty.util.HostPort", Level.ERROR);
        // This library logs each answer whose signatures are not valid, which strangers can cause. They are counted.
        configured.put("org.xbill.DNS", Level.OFF);
        // This class warns about a missing vector API on newer Java versions. The warning is useless, because the
        // indexes contain no vectors.
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

    /** Returns the recent warnings; see {@link LogSummary#since}. */
    public Map<String, Object> summary(Duration ago) {
        return summary.since(ago);
    }

    /** Returns the newest lines; see {@link LogTail#after}. */
    public Map<String, Object> tail(long after, Duration patience) {
        return tail.after(after, patience);
    }

    /** Returns the loggers used so far. */
    public List<String> loggers() {
        return context.getLoggerList().stream().map(Logger::getName).toList();
    }

    /**
     * Sets the level of a logger, or restores the configured one if {@code level} is empty. Returns the level before,
     * in lower case.
     */
    public synchronized String level(String logger, String level) {
        Logger target = context.getLogger(logger);
        String before = target.getEffectiveLevel().toString().toLowerCase(Locale.ROOT);
        target.setLevel(level.isEmpty() ? configured.get(logger) : Level.toLevel(level));
        return before;
    }

    /** Ignores close, so that the stream remains open when the log is configured again. */
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
