package svc.http.routes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.http.server.RunningHttpServer;

class EndingTest {

    private final RunningHttpServer running = RunningHttpServer.with();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        running.close();
        threads.shutdownNow();
    }

    @Test
    void releasesARouteAfterItsCallEnded() throws Exception {
        Slow slow = new Slow();
        running.mount("/slow", slow);
        Future<HttpResponse<String>> call = threads.submit(() -> running.get("/slow"));
        assertThat(slow.inside.await(10, TimeUnit.SECONDS)).isTrue();
        Future<?> removal = threads.submit(() -> running.server.routes().unmount(slow));
        waitFor(() -> running.server.routes().find("/slow").isEmpty());
        assertThat(running.get("/slow").statusCode()).isEqualTo(404);
        assertThat(removal.isDone()).isFalse();
        assertThat(slow.destroyed.get()).isFalse();
        slow.go.countDown();
        assertThat(call.get(10, TimeUnit.SECONDS).body()).isEqualTo("done");
        removal.get(10, TimeUnit.SECONDS);
        assertThat(slow.destroyed.get()).isTrue();
    }

    @Test
    void waitsAtMostFiveSecondsForAnActiveCall() throws Exception {
        Slow slow = new Slow();
        running.mount("/slow", slow).mount("/other", RunningHttpServer.echo());
        Future<HttpResponse<String>> call = threads.submit(() -> running.get("/slow"));
        assertThat(slow.inside.await(10, TimeUnit.SECONDS)).isTrue();
        Future<?> removal = threads.submit(() -> running.server.routes().unmount(slow));
        waitFor(() -> running.server.routes().find("/slow").isEmpty());
        assertThat(running.get("/slow").statusCode()).isEqualTo(404);
        endGrace(removal);
        assertThat(slow.destroyed.get()).isTrue();
        assertThat(running.get("/other").statusCode()).isEqualTo(200);
        slow.go.countDown();
        assertThat(call.isCancelled()).isFalse();
    }

    @Test
    void destroyEndsStreams() throws Exception {
        for (HttpClient.Version version : HttpClient.Version.values()) {
            Stream stream = new Stream(true);
            running.mount("/stream", stream);
            CompletableFuture<HttpResponse<String>> call = running.client.sendAsync(
                    running.request("/stream").version(version).build(), BodyHandlers.ofString());
            assertThat(stream.inside.await(10, TimeUnit.SECONDS)).isTrue();
            running.server.routes().unmount(stream);
            assertThat(call.get(10, TimeUnit.SECONDS).body()).isEqualTo("data: 1\n\n: bye\n\n");
        }
    }

    @Test
    void abortsAStreamThatIgnoresDestroy() throws Exception {
        for (HttpClient.Version version : HttpClient.Version.values()) {
            Stream stream = new Stream(false);
            running.mount("/stream", stream).mount("/other", RunningHttpServer.echo());
            CompletableFuture<HttpResponse<String>> call = running.client.sendAsync(
                    running.request("/stream").version(version).build(), BodyHandlers.ofString());
            assertThat(stream.inside.await(10, TimeUnit.SECONDS)).isTrue();
            Route route = running.server.routes().find("/stream").orElseThrow();
            Future<?> removal = threads.submit(() -> running.server.routes().unmount(stream));
            waitFor(() -> running.server.routes().find("/stream").isEmpty());
            assertThat(running.get("/stream").statusCode()).isEqualTo(404);
            endGrace(removal);
            assertThat(call.handle((response, failure) -> failure != null).get(10, TimeUnit.SECONDS))
                    .isTrue();
            waitFor(() -> route.inFlight().open() == 0);
            assertThat(running.client
                            .send(running.request("/other").version(version).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void otherRoutesWorkWhileRoutesAreAddedAndRemoved() throws Exception {
        running.mount("/steady/*", RunningHttpServer.echo());
        AtomicBoolean on = new AtomicBoolean(true);
        AtomicInteger answered = new AtomicInteger();
        List<Future<String>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            HttpClient.Version version = i % 2 == 0 ? HttpClient.Version.HTTP_1_1 : HttpClient.Version.HTTP_2;
            HttpClient client = HttpClient.newBuilder().version(version).build();
            callers.add(threads.submit(() -> {
                while (on.get()) {
                    HttpResponse<String> response =
                            client.send(running.request("/steady/x").build(), BodyHandlers.ofString());
                    if (response.statusCode() != 200) {
                        return response.statusCode() + " " + response.body();
                    }
                    int status = client.send(running.request("/going/x").build(), BodyHandlers.ofString())
                            .statusCode();
                    if (status != 200 && status != 404) {
                        return "going " + status;
                    }
                    answered.incrementAndGet();
                }
                return "";
            }));
        }
        for (int i = 0; i < 100; i++) {
            var going = RunningHttpServer.echo();
            running.mount("/going/*", going);
            int before = answered.get();
            waitFor(() -> answered.get() > before || callers.stream().anyMatch(Future::isDone));
            running.server.routes().unmount(going);
        }
        on.set(false);
        for (Future<String> caller : callers) {
            assertThat(caller.get(10, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @Test
    void drainCompletesActiveRequestsAndRejectsNewOnes() throws Exception {
        Slow slow = new Slow();
        Stream stream = new Stream(true);
        running.mount("/slow", slow).mount("/stream", stream);
        Future<HttpResponse<String>> call = threads.submit(() -> running.get("/slow"));
        CompletableFuture<HttpResponse<String>> events =
                running.client.sendAsync(running.request("/stream").build(), BodyHandlers.ofString());
        assertThat(slow.inside.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(stream.inside.await(10, TimeUnit.SECONDS)).isTrue();
        try (var kept = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), running.port())) {
            kept.setSoTimeout(10_000);
            kept.getOutputStream()
                    .write("GET /healthz/live HTTP/1.1\r\nHost: h\r\n\r\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(new String(kept.getInputStream().readNBytes(15), java.nio.charset.StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
            Future<?> drain = threads.submit(() -> running.server.drain(Duration.ofSeconds(30)));
            assertThat(events.get(10, TimeUnit.SECONDS).body()).endsWith(": bye\n\n");
            assertThat(drain.isDone()).isFalse();
            kept.getOutputStream()
                    .write("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(RunningHttpServer.readAll(kept.getInputStream()))
                    .contains("HTTP/1.1 503", "Connection: close", "Retry-After: ");
            waitFor(() -> !connects()); // Linux closes the port when the acceptor thread has left its call
            slow.go.countDown();
            assertThat(call.get(10, TimeUnit.SECONDS).body()).isEqualTo("done");
            drain.get(10, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({"/a,/b", "/b,/a"})
    void slowRequestDoesNotDelayTheEndOfOtherRoutes(String slow, String other) throws Exception {
        Map<String, Slow> servlets = Map.of("/a", new Slow(), "/b", new Slow());
        List<Future<?>> calls = new ArrayList<>();
        for (Map.Entry<String, Slow> servlet : servlets.entrySet()) {
            running.mount(servlet.getKey(), servlet.getValue());
            calls.add(threads.submit(() -> running.get(servlet.getKey())));
            assertThat(servlet.getValue().inside.await(10, TimeUnit.SECONDS)).isTrue();
        }
        Future<?> drain = threads.submit(() -> running.server.drain(Duration.ofSeconds(30)));
        requireNonNull(servlets.get(other)).go.countDown();
        waitFor(requireNonNull(servlets.get(other)).destroyed::get);
        assertThat(drain.isDone()).isFalse();
        requireNonNull(servlets.get(slow)).go.countDown();
        drain.get(10, TimeUnit.SECONDS);
        for (Future<?> call : calls) {
            call.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void drainEndsAtItsDeadline() throws Exception {
        Slow slow = new Slow();
        Stream stream = new Stream(false);
        running.mount("/slow", slow).mount("/stream", stream);
        Future<HttpResponse<String>> call = threads.submit(() -> running.get("/slow"));
        CompletableFuture<?> events =
                running.client.sendAsync(running.request("/stream").build(), BodyHandlers.ofString());
        assertThat(slow.inside.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(stream.inside.await(10, TimeUnit.SECONDS)).isTrue();
        Future<?> drain = threads.submit(() -> running.server.drain(Duration.ofMinutes(30)));
        waitFor(() -> !connects());
        // The clock also follows the machine's time, which may be long on a busy machine; hence minutes.
        running.clock.advance(Duration.ofMinutes(20));
        assertThat(drain.isDone()).isFalse();
        running.clock.advance(Duration.ofMinutes(10));
        drain.get(10, TimeUnit.SECONDS);
        running.server.close();
        slow.go.countDown();
        assertThat(call.isCancelled() || events.isCancelled()).isFalse();
    }

    private void endGrace(Future<?> removal) throws Exception {
        waitFor(() -> {
            running.clock.advance(RouteTable.GRACE);
            return removal.isDone();
        });
        removal.get();
    }

    private boolean connects() {
        try (var socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), running.port())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void waitFor(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    /** Responds when the test releases it. */
    private static final class Slow extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient CountDownLatch inside = new CountDownLatch(1);
        private final transient CountDownLatch go = new CountDownLatch(1);
        private final AtomicBoolean destroyed = new AtomicBoolean();

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            inside.countDown();
            try {
                go.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            response.getWriter().write("done");
        }

        @Override
        public void destroy() {
            destroyed.set(true);
        }
    }

    /** Keeps a stream open. A good one ends it when the servlet is destroyed. */
    private static final class Stream extends HttpServlet {
        private static final long serialVersionUID = 1L;
        private final transient CountDownLatch inside = new CountDownLatch(1);
        private final transient List<AsyncContext> open = new ArrayList<>();
        private final boolean good;

        private Stream(boolean good) {
            this.good = good;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.setContentType("text/event-stream");
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            response.getWriter().write("data: 1\n\n");
            response.flushBuffer();
            open.add(async);
            inside.countDown();
        }

        @Override
        public void destroy() {
            if (good) {
                open.forEach(Stream::end);
            }
        }

        private static void end(AsyncContext async) {
            try {
                async.getResponse().getWriter().write(": bye\n\n");
                async.getResponse().flushBuffer();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            async.complete();
        }
    }
}
