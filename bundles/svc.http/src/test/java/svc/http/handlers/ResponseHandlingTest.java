package svc.http.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.http.server.RunningHttpServer;

class ResponseHandlingTest {

    private final RunningHttpServer running = RunningHttpServer.with();

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void compressesLongResponsesOnRequest() throws Exception {
        running.mount("/long", RunningHttpServer.answering((request, response) -> {
            response.setContentType("application/json");
            response.getWriter().write("\"" + "x".repeat(10_000) + "\"");
        }));
        HttpResponse<InputStream> packed = running.client.send(
                running.request("/long").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofInputStream());
        assertThat(packed.headers().firstValue("content-encoding")).hasValue("gzip");
        assertThat(new GZIPInputStream(packed.body()).readAllBytes()).hasSize(10_002);
        assertThat(running.get("/long").headers().firstValue("content-encoding"))
                .isEmpty();
    }

    @Test
    void sendsFlushedEventsImmediatelyAndUncompressed() throws Exception {
        BlockingQueue<AsyncContext> streams = new LinkedBlockingQueue<>();
        running.mount("/events", RunningHttpServer.answering((request, response) -> {
            response.setContentType("text/event-stream");
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            response.getWriter().write("data: one\n\n");
            response.flushBuffer();
            streams.add(async);
        }));
        for (HttpClient.Version version : List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2)) {
            HttpResponse<InputStream> response = running.client.send(
                    running.request("/events")
                            .version(version)
                            .header("Accept-Encoding", "gzip")
                            .build(),
                    BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(version);
            assertThat(response.headers().firstValue("content-encoding")).isEmpty();
            BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("data: one");
            assertThat(lines.readLine()).isEmpty();
            AsyncContext stream = streams.take();
            stream.getResponse().getWriter().write("data: " + "two".repeat(1_000) + "\n\n");
            stream.getResponse().flushBuffer();
            assertThat(lines.readLine()).startsWith("data: twotwo");
            stream.complete();
            response.body().close();
        }
    }

    @Test
    void keepsAnIdleStreamBeyondTheIdleTimeout() throws Exception {
        BlockingQueue<AsyncContext> streams = new LinkedBlockingQueue<>();
        try (RunningHttpServer impatient = RunningHttpServer.with("idle_timeout_seconds", 1)) {
            impatient.mount("/events", RunningHttpServer.answering((request, response) -> {
                response.setContentType("text/event-stream");
                AsyncContext async = request.startAsync();
                async.setTimeout(0);
                response.flushBuffer();
                streams.add(async);
            }));
            impatient.mount(
                    "/late",
                    RunningHttpServer.answering(
                            (request, response) -> response.getWriter().write("x".repeat(await(2_500) ? 1 : 2))));
            for (HttpClient.Version version : List.of(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2)) {
                HttpResponse<InputStream> response = impatient.client.send(
                        impatient.request("/events").version(version).build(), BodyHandlers.ofInputStream());
                assertThat(impatient.get("/late").body()).isEqualTo("xx");
                AsyncContext stream = streams.take();
                stream.getResponse().getWriter().write("data: late\n\n");
                stream.complete();
                assertThat(new String(response.body().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("data: late\n\n");
            }
        }
    }

    /** Waits for the whole time, because the latch is never released. */
    private static boolean await(long millis) {
        try {
            return new java.util.concurrent.CountDownLatch(1).await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void accessLogContainsNoSecrets() throws Exception {
        var logger = (ch.qos.logback.classic.Logger) org.slf4j.LoggerFactory.getLogger(CorrelationHandler.class);
        var lines = new ch.qos.logback.core.read.ListAppender<ch.qos.logback.classic.spi.ILoggingEvent>();
        lines.start();
        logger.setLevel(ch.qos.logback.classic.Level.DEBUG);
        logger.addAppender(lines);
        try {
            running.get("/nothing?a=1&access_token=s3cret");
            // The line is written after the exchange, maybe after the client has the response. The second exchange ends
            // later.
            running.get("/second");
            running.close();
            assertThat(lines.list.get(0).getFormattedMessage())
                    .startsWith("GET /nothing?a=1&access_token=… HTTP/1.1 404 ");
            assertThat(lines.list.get(0).getMDCPropertyMap()).containsKey("correlation");
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(null);
        }
    }

    @Test
    void h2cUpgradeWorksAndTheServerVersionIsHidden() throws Exception {
        running.mount(
                "/echo",
                RunningHttpServer.answering((request, response) -> response.getWriter()
                        .write(request.getProtocol() + " "
                                + request.getInputStream().readAllBytes().length)));
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        HttpResponse<String> first = client.send(running.request("/echo").build(), BodyHandlers.ofString());
        assertThat(first.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(first.headers().firstValue("server")).isEmpty();
        HttpResponse<String> second = client.send(
                running.request("/echo")
                        .POST(BodyPublishers.ofByteArray(new byte[1_000_000]))
                        .build(),
                BodyHandlers.ofString());
        assertThat(second.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(second.body()).isEqualTo("HTTP/2.0 1000000");
    }

    @Test
    void h2cWorksWithPriorKnowledge() throws Exception {
        // The preface and an empty SETTINGS frame; the response begins with the server's SETTINGS.
        String answer;
        try (var socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), running.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            answer = new String(socket.getInputStream().readNBytes(9), StandardCharsets.ISO_8859_1);
        }
        assertThat(answer.charAt(3)).isEqualTo((char) 4);
    }

    @Test
    void limitsApplyToHttp2() throws Exception {
        running.mount(
                java.util.Map.of("svc.http.path", "/small", "svc.http.maxBody", 10L),
                RunningHttpServer.answering((request, response) -> response.getWriter()
                        .write("read " + request.getInputStream().readAllBytes().length)));
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        assertThat(client.send(running.request("/small").build(), BodyHandlers.ofString())
                        .version())
                .isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(client.send(
                                running.request("/small")
                                        .POST(BodyPublishers.ofInputStream(
                                                () -> new java.io.ByteArrayInputStream(new byte[50_000])))
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void correlationIdIsInTheMdcOnlyDuringACall() throws Exception {
        running.mount(
                "/id",
                RunningHttpServer.answering((request, response) -> response.getWriter()
                        .write(org.slf4j.MDC.get("correlation") + " " + request.getAttribute("svc.correlation"))));
        String[] ids = running.get("/id").body().split(" ", -1);
        assertThat(ids[0]).isNotEqualTo("null").isEqualTo(ids[1]);
        assertThat(running.get("/id").body()).doesNotContain(ids[0]);
    }

    @Test
    void doesNotLogSecretsInQueries() {
        assertThat(Redaction.of("/jmap/eventsource?types=*&stream_ticket=s3cret&ping=5"))
                .isEqualTo("/jmap/eventsource?types=*&stream_ticket=…&ping=5");
        assertThat(Redaction.of("/d?ACCESS_TOKEN=s3cret")).doesNotContain("s3cret");
        assertThat(Redaction.of("/d?a=1;media_token=s3cret;b=2")).isEqualTo("/d?a=1;media_token=…;b=2");
        assertThat(Redaction.of("/d")).isEqualTo("/d");
    }
}
