package svc.launcher.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Messages of {@code java.util.logging} in the log. */
final class JulHandlerTest {

    private final Logger said = (Logger) LoggerFactory.getLogger("org.example.library");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        said.setLevel(ch.qos.logback.classic.Level.TRACE);
        lines.start();
        said.addAppender(lines);
    }

    @AfterEach
    void end() throws IOException {
        said.detachAppender(lines);
        said.setLevel(null);
        LogManager.getLogManager().readConfiguration();
    }

    @Test
    void julRecordsKeepLevelParametersAndCause() throws IOException {
        assertThat(new JulHandler.Settings()).isNotNull();
        java.util.logging.Logger library = java.util.logging.Logger.getLogger("org.example.library");
        IllegalStateException cause = new IllegalStateException("why");
        library.log(Level.WARNING, "took {0}", "long");
        library.log(Level.SEVERE, "broken", cause);
        library.info("news");
        library.fine("nothing that is asked for");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getLevel, ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        tuple(ch.qos.logback.classic.Level.WARN, "took long"),
                        tuple(ch.qos.logback.classic.Level.ERROR, "broken"),
                        tuple(ch.qos.logback.classic.Level.INFO, "news"));
        assertThat(lines.list.get(1).getThrowableProxy().getMessage()).isEqualTo("why");
    }

    @Test
    void recordWithoutLoggerIsLoggedAsPlatform() {
        Logger platform = (Logger) LoggerFactory.getLogger("java");
        platform.addAppender(lines);
        new JulHandler().publish(new LogRecord(Level.WARNING, "of nobody"));
        platform.detachAppender(lines);
        assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly("of nobody");
    }

    @Test
    void luceneRuntimeNoticesAreSuppressed() {
        Logging.early();
        assertThat(LoggerFactory.getLogger("org.apache.lucene.store.MMapDirectory")
                        .isInfoEnabled())
                .isFalse();
        assertThat(LoggerFactory.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider")
                        .isWarnEnabled())
                .isFalse();
        assertThat(LoggerFactory.getLogger("org.apache.lucene.index.IndexWriter")
                        .isWarnEnabled())
                .isTrue();
    }
}
