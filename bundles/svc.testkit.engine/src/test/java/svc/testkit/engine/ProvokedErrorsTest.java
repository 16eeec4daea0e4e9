package svc.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.Serial;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import svc.testkit.engine.server.ProvokedErrors;

class ProvokedErrorsTest {

    private static final class Provoked extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;
    }

    @Test
    void onlyExpectedErrorsAreOmittedFromTheLog() {
        ProvokedErrors.leaveOut(Provoked.class);
        ProvokedErrors.leaveOut(Provoked.class);
        Logger log = (Logger) LoggerFactory.getLogger("provoked");
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        log.addAppender(events);
        log.setAdditive(false);

        log.error("failed", new Provoked());
        log.error("{} failed", "a", new Provoked());
        log.error("{} of {} failed", "a", "b", new Provoked());
        log.error("{} of {} failed", "a", "b", new IllegalStateException("real"));
        log.error("no throwable");

        assertThat(events.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("a of b failed", "no throwable");
    }
}
