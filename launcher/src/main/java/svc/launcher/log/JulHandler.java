package svc.launcher.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes messages of {@code java.util.logging} to the log. The platform creates the handler on first use, so a start
 * without such messages has no cost.
 */
public final class JulHandler extends Handler {

    private static final String OWN = "java.util.logging.config.class";

    private final SimpleFormatter words = new SimpleFormatter();

    /** Called by the platform, which uses it as the only handler. */
    public JulHandler() {}

    /**
     * Selects {@link Settings} as the configuration of {@code java.util.logging}, unless another configuration is
     * selected.
     */
    static void take() {
        if (System.getProperty(OWN) == null && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty(OWN, Settings.class.getName());
        }
    }

    /** The configuration of {@code java.util.logging}, created by the platform on first use. */
    public static final class Settings {

        /** Creates the configuration, in which {@link JulHandler} is the only handler. */
        public Settings() throws IOException {
            String settings = "handlers=" + JulHandler.class.getName() + "\n.level=INFO\n";
            LogManager.getLogManager()
                    .readConfiguration(new ByteArrayInputStream(settings.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    @Override
    public void publish(LogRecord record) {
        String name = record.getLoggerName() == null ? "java" : record.getLoggerName();
        LoggerFactory.getLogger(name)
                .atLevel(level(record.getLevel().intValue()))
                .setCause(record.getThrown())
                .log(words.formatMessage(record));
    }

    private static Level level(int value) {
        if (value >= java.util.logging.Level.SEVERE.intValue()) {
            return Level.ERROR;
        } else if (value >= java.util.logging.Level.WARNING.intValue()) {
            return Level.WARN;
        }
        return value >= java.util.logging.Level.INFO.intValue() ? Level.INFO : Level.DEBUG;
    }

    @Override
    public void flush() {
        // Nothing must be flushed, because each line is written at once.
    }

    @Override
    public void close() {
        // Nothing must be closed, because the handler holds no resources.
    }
}
