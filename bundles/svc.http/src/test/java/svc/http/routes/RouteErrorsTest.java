package svc.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.Servlet;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.FileSystemException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import svc.api.store.StoreException;
import svc.http.server.RunningHttpServer;

class RouteErrorsTest {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final RunningHttpServer running = RunningHttpServer.with();

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
    void logsAServletExceptionOnceWithBundleRouteMethodAndId() throws Exception {
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
                        .isEqualTo("Bundle test.bundle failed to handle GET at its route /throws/*");
                assertThat(line.getThrowableProxy()).isNotNull();
                String id = line.getMDCPropertyMap().get("correlation");
                assertThat(response.body())
                        .contains("\"correlation\":\"" + id + "\"")
                        .doesNotContain("secret", "at svc");
            });
        }
    }

    @Test
    void answers503WithoutAFreeFileDescriptor() throws Exception {
        running.mount("/throws/*", RunningHttpServer.answering((request, response) -> {
            throw new FileSystemException("/data/blobs/x", null, "Too many open files");
        }));
        assertThat(running.get("/throws/here").statusCode()).isEqualTo(503);
        assertThat(lines.list)
                .filteredOn(this::loud)
                .singleElement()
                .satisfies(line -> assertThat(line.getThrowableProxy()).isNull());
    }

    @Test
    void answers507ForAFullStoreAnd503ForABusyOne() throws Exception {
        for (StoreException.Kind kind : List.of(
                StoreException.Kind.FULL,
                StoreException.Kind.BUSY,
                StoreException.Kind.EXPIRED,
                StoreException.Kind.STOPPED,
                StoreException.Kind.REFUSED)) {
            lines.list.clear();
            Servlet servlet = throwing(new StoreException(kind, "The words for " + kind + ".", null));
            running.mount("/throws/*", servlet);
            HttpResponse<String> response = running.get("/throws/here");
            running.server.routes().unmount(servlet);
            int expected = kind == StoreException.Kind.FULL ? 507 : kind == StoreException.Kind.REFUSED ? 500 : 503;
            assertThat(response.statusCode()).isEqualTo(expected);
            assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
            assertThat(lines.list)
                    .filteredOn(this::loud)
                    .singleElement()
                    .satisfies(line -> assertThat(line.getThrowableProxy() == null)
                            .as("a line without a trace")
                            .isEqualTo(expected != 500));
        }
    }

    @Test
    void doesNotLogRejectionsAndDisconnectsAsErrors() throws Exception {
        running.mount("/early", RunningHttpServer.answering((request, response) -> response.sendError(403)))
                .mount("/gone", throwing(new java.io.EOFException("gone")));
        running.get("/early");
        running.get("/gone");
        assertThat(lines.list)
                .filteredOn(line -> line.getLoggerName().equals(RouteErrors.class.getName()))
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
                RouteErrorsTest.<RuntimeException>sneak(thrown);
            }
        };
    }

    @SuppressWarnings("unchecked") // hides the checked exception from the compiler: a bundle may throw any Throwable
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
