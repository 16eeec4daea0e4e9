package svc.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LogService;
import org.slf4j.LoggerFactory;

class OsgiLogServiceTest {

    private final Logger target = (Logger) LoggerFactory.getLogger("org.example.part");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final OsgiLogService service = new OsgiLogService();

    @BeforeEach
    void listen() {
        lines.start();
        target.addAppender(lines);
        target.setAdditive(false);
        target.setLevel(Level.INFO);
    }

    @AfterEach
    void stop() {
        target.detachAppender(lines);
    }

    private String written() {
        ILoggingEvent last = lines.list.get(lines.list.size() - 1);
        String cause = last.getThrowableProxy() == null
                ? ""
                : " because " + last.getThrowableProxy().getMessage();
        return last.getLevel() + " " + last.getFormattedMessage() + cause;
    }

    @Test
    void everyLogMethodKeepsLevelAndCause() {
        org.osgi.service.log.Logger log = service.getLogger("org.example.part");
        log.error("plain {}");
        assertThat(written()).isEqualTo("ERROR plain {}");
        log.warn("one {}", "a");
        assertThat(written()).isEqualTo("WARN one a");
        log.info("two {} {}", 1, "b");
        assertThat(written()).isEqualTo("INFO two 1 b");
        log.audit("many {} {} {}", 1, 2, 3);
        assertThat(written()).isEqualTo("WARN many 1 2 3");
        log.error("failed {}", "x", new IllegalStateException("why"));
        assertThat(written()).isEqualTo("ERROR failed x because why");
        log.error("failed", new IllegalStateException("why"));
        assertThat(written()).isEqualTo("ERROR failed because why");
        service.getLogger("org.example.part", FormatterLogger.class).info("%03d %s", 7, "c");
        assertThat(written()).isEqualTo("INFO 007 c");
        assertThat(log.getName()).isEqualTo("org.example.part");
        assertThat(Set.of(log)).contains(log).doesNotContain(service.getLogger("org.example.part"));
    }

    @Test
    void componentFailureIsOneLineWithoutDebug() {
        Logger runtime = (Logger) LoggerFactory.getLogger("osgi.org.example.thrower");
        runtime.addAppender(lines);
        runtime.setAdditive(false);
        runtime.setLevel(Level.INFO);
        org.osgi.service.log.Logger log = OsgiLogger.over(runtime, false);
        Throwable thrown = new java.lang.reflect.InvocationTargetException(new IllegalStateException("no\nconnection"));
        log.error("[{}] The activate method has thrown an exception", "thrower", thrown);
        assertThat(written())
                .startsWith("ERROR [thrower] The activate method has thrown an exception:"
                        + " java.lang.IllegalStateException: no connection at ")
                .contains("OsgiLogServiceTest")
                .doesNotContain("because");
        runtime.setLevel(Level.DEBUG);
        log.error("[{}] The activate method has thrown an exception", "thrower", thrown);
        assertThat(lines.list.get(lines.list.size() - 1).getThrowableProxy()).isNotNull();
        runtime.detachAppender(lines);
    }

    @Test
    void disabledLevelsAreNotFormatted() {
        org.osgi.service.log.Logger log = service.getLogger("org.example.part");
        assertThat(log.isInfoEnabled()).isTrue();
        assertThat(log.isDebugEnabled()).isFalse();
        log.debug("nothing");
        log.trace(any -> {
            throw new IllegalStateException("was called");
        });
        assertThat(lines.list).isEmpty();
        assertThatThrownBy(() -> log.info(some -> {
                    some.warn("within");
                    throw new IOException("comes through");
                }))
                .isInstanceOf(IOException.class);
        assertThat(written()).isEqualTo("WARN within");
    }

    @Test
    @SuppressWarnings("deprecation") // Old bundles call these methods.
    void deprecatedMethodsMapTheirLevels() {
        Logger root = (Logger) LoggerFactory.getLogger("osgi");
        root.addAppender(lines);
        service.log(LogService.LOG_WARNING, "old", new IllegalStateException("why"));
        assertThat(written()).isEqualTo("WARN old because why");
        service.log(LogService.LOG_ERROR, "older");
        assertThat(written()).isEqualTo("ERROR older");
        root.detachAppender(lines);
    }
}
