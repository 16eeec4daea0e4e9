package svc.launcher;

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
 * Brings what is said through the logging of the platform, {@code java.util.logging}, into the log. The platform makes its loggers
 * when the first one is asked for, so that a start in which nobody does pays nothing.
 */
public final class PlatformLog extends Handler {

    private static final String OWN = "java.util.logging.config.class";

    private final SimpleFormatter words = new SimpleFormatter();

    /** Made by the platform, as the only handler. */
    public PlatformLog() {}

    /** From now on, unless somebody has set up that logging already. */
    static void take() {
        if (System.getProperty(OWN) == null && System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty(OWN, Settings.class.getName());
        }
    }

    /** Made by the platform when its logging begins. */
    public static final class Settings {

        /** Sets it up. */
        public Settings() throws IOException {
            String settings = "handlers=" + PlatformLog.class.getName() + "\n.level=INFO\n";
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
        // Each line is written out where it goes.
    }

    @Override
    public void close() {
        // There is nothing of its own.
    }
}
