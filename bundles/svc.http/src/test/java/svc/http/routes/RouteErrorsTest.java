package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FailuresTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Running running = Running.with();

    @BeforeEach
    void listen() {
        lines.start();
        root.addAppender(lines);
    }

    @AfterEach
    void stop() {
        root.detachAppender(lines);
        running.close();
    }

    @Test
    void whatAServletThrowsIsLoggedOnceWithBundleRouteMethodAndId() throws Exception {
        for (Throwable thrown : List.of(
                new IllegalStateException("secret text"),
                new IOException("no such file"),
                new jakarta.servlet.ServletException("wrapped", new IllegalStateException("secret text")),
                new NoClassDefFoundError("secret/Text"))) {
            lines.list.clear();
            Servlet servlet = throwing(thrown);
            running.mount("/throws/*", servlet);
            HttpResponse<String> response = running.get("/throws/here");
            running.server.routes().unmount(servlet);
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(lines.list).filteredOn(this::loud).singleElement().satisfies(line -> {
                assertThat(line.getFormattedMessage())
                        .isEqualTo("Bundle test.bundle failed to answer GET at its route /throws/*");
                assertThat(line.getThrowableProxy()).isNotNull();
                String id = line.getMDCPropertyMap().get("correlation");
                assertThat(response.body())
                        .contains("\"correlation\":\"" + id + "\"")
                        .doesNotContain("secret", "at svc");
            });
        }
    }

    @Test
    void aRefusalAndAClientThatIsGoneAreNoDefects() throws Exception {
        running.mount("/early", Running.answering((request, response) -> response.sendError(403)))
                .mount("/gone", throwing(new java.io.EOFException("gone")));
        running.get("/early");
        running.get("/gone");
        assertThat(lines.list)
                .filteredOn(line -> line.getLoggerName().equals(Failures.class.getName()))
                .isEmpty();
    }

    private boolean loud(ILoggingEvent line) {
        return line.getLevel().isGreaterOrEqual(ch.qos.logback.classic.Level.WARN);
    }

    private static Servlet throwing(Throwable thrown) {
        return new jakarta.servlet.http.HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(
                    jakarta.servlet.http.HttpServletRequest request, jakarta.servlet.http.HttpServletResponse response)
                    throws IOException, jakarta.servlet.ServletException {
                FailuresTest.<RuntimeException>sneak(thrown);
            }
        };
    }

    @SuppressWarnings("unchecked") // only for the compiler's eyes: any Throwable may come from a bundle
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
