package svc.http.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import svc.http.server.RunningHttpServer;

class SlowClientsTest {

    private static final jakarta.servlet.Servlet READS = RunningHttpServer.answering((request, response) ->
            response.getWriter().write("read " + request.getInputStream().readAllBytes().length));

    @Test
    void manySlowBodiesDoNotDelayOtherRequests() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            for (int i = 0; i < 600; i++) {
                slow.add(open(running, "POST /reads HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx"));
            }
            long begin = System.nanoTime();
            assertThat(running.get("/reads").body()).isEqualTo("read 0");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        } finally {
            closeAll(slow);
        }
    }

    @Test
    void rejectsABodyBelowTheMinimumRate() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            try (Socket drip = open(running, "POST /reads HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx")) {
                assertThat(dripUntilAnswered(running, drip))
                        .startsWith("HTTP/1.1 408")
                        .contains("application/problem+json");
            }
        }
    }

    @Test
    void rejectsAStalledBody() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            String half = "POST /reads HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(50_000);
            try (Socket still = open(running, half)) {
                assertThat(standStillUntilAnswered(running, still.getInputStream()))
                        .startsWith("HTTP/1.1 408");
            }
        }
    }

    @Test
    void rejectsAStalledShortBodyAfterTheGracePeriod() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            try (Socket still = open(running, "POST /reads HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx")) {
                long begin = running.clock.nanos();
                assertThat(standStillUntilAnswered(running, still.getInputStream()))
                        .startsWith("HTTP/1.1 408");
                assertThat(Duration.ofNanos(running.clock.nanos() - begin)).isLessThan(Duration.ofSeconds(40));
            }
        }
    }

    @Test
    void rejectsAStalledHttp2Body() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with();
                Socket still = open(running, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0")) {
            running.mount("/reads", READS);
            // HEADERS without END_STREAM for POST http://h/reads, then one byte of DATA.
            String head = "\u0083\u0086\u0004\u0006/reads\u0001\u0001h";
            write(still, "\0\0" + (char) head.length() + "\1\4\0\0\0\1" + head + "\0\0\1\0\0\0\0\0\1x");
            assertThat(standStillUntilAnswered(running, still.getInputStream())).contains("\"status\":408");
        }
    }

    @Test
    void closesAConnectionWithSlowHeaders() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            try (Socket drip = open(running, "GET /reads HTTP/1.1\r\nHost: h\r\nX: ")) {
                assertThat(dripUntilAnswered(running, drip)).doesNotContain("200 OK");
            }
        }
    }

    @Test
    void keepsAConnectionThatIsIdleBetweenRequests() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount("/reads", READS);
            try (Socket socket = open(running, "GET /reads HTTP/1.1\r\nHost: h\r\n\r\n")) {
                readUntil(socket, "read 0");
                for (int i = 0; i < 20; i++) {
                    running.clock.advance(SlowHeaderMonitor.LOOK);
                }
                write(socket, "GET /reads HTTP/1.1\r\n");
                running.clock.advance(SlowHeaderMonitor.LOOK);
                running.clock.advance(SlowHeaderMonitor.LOOK);
                write(socket, "Host: h\r\n\r\n");
                readUntil(socket, "read 0");
            }
        }
    }

    @Test
    void closesIdleConnectionsButNotBusyOnes() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("idle_timeout_seconds", 1)) {
            CountDownLatch never = new CountDownLatch(1);
            running.mount("/busy", RunningHttpServer.answering((request, response) -> {
                response.getWriter().write("waited " + await(never, 2_500));
            }));
            try (Socket silent = open(running, "GET /busy HTTP/1.1\r\nHost")) {
                assertThat(running.get("/busy").body()).isEqualTo("waited false");
                assertThat(RunningHttpServer.readAll(silent.getInputStream())).doesNotContain("200 OK");
            }
        }
    }

    /** Sends a byte every five seconds of the server's time, until the server responds or closes the connection. */
    private static String dripUntilAnswered(RunningHttpServer running, Socket socket) throws IOException {
        socket.setSoTimeout(20);
        for (int i = 0; i < 100; i++) {
            running.clock.advance(Duration.ofSeconds(5));
            boolean alive = write(socket, "x");
            try {
                int first = socket.getInputStream().read();
                socket.setSoTimeout(10_000);
                return first < 0 ? "" : (char) first + RunningHttpServer.readAll(socket.getInputStream());
            } catch (SocketTimeoutException e) {
                assertThat(alive).isTrue();
            } catch (IOException e) {
                return "";
            }
        }
        throw new AssertionError("the server still waits");
    }

    /** Advances the server's time until a response with a body was received. */
    private static String standStillUntilAnswered(RunningHttpServer running, InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000 && text.indexOf("408") < 0; i++) {
            running.clock.advance(Duration.ofSeconds(5));
            byte[] read = in.readNBytes(in.available());
            text.append(new String(read, StandardCharsets.ISO_8859_1));
            LockSupport.parkNanos(5_000_000);
        }
        return text.toString();
    }

    private static boolean await(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Socket open(RunningHttpServer running, String begin) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port());
        socket.setSoTimeout(10_000);
        assertThat(write(socket, begin)).isTrue();
        return socket;
    }

    private static boolean write(Socket socket, String text) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void readUntil(Socket socket, String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after %s", text).isGreaterThanOrEqualTo(0);
            text.append((char) next);
        }
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
