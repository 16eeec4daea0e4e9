package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many requests of an empty route one second of processor time serves. The clients run in this process too: what their
 * threads use is taken off, compiler and collector count for the server.
 */
@Tag("soak")
class EmptyRouteSpeedTest {

    private static final int CLIENTS = 8;
    private static final int ROUNDS = 8;
    private static final int REQUESTS = 5_000;
    private static final String CLIENT = "client-";

    @Test
    void countRequestsPerProcessorSecond() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS, run -> new Thread(run, CLIENT + "thread"));
        try (Running running = Running.with()) {
            running.mount("/empty", Running.answering((request, response) -> response.setStatus(204)));
            report("HTTP/1.1", threads, () -> overHttp1(running.port()));
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_2)
                    .executor(Executors.newFixedThreadPool(2, run -> new Thread(run, CLIENT + "h2")))
                    .build();
            report("h2c", threads, () -> overHttp2(client, running.port()));
        } finally {
            threads.shutdownNow();
        }
    }

    private static void report(String name, ExecutorService threads, Clients work) throws Exception {
        List<Long> figures = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            long before = serverNanos();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(threads.submit(() -> {
                    work.run();
                    return true;
                }));
            }
            for (Future<?> one : running) {
                one.get(120, TimeUnit.SECONDS);
            }
            figures.add((long) CLIENTS * REQUESTS * 1_000_000_000L / Math.max(1, serverNanos() - before));
        }
        System.out.println(name + " on " + Runtime.version().feature()
                + ": requests per processor second, round by round " + figures);
        assertThat(figures.get(ROUNDS - 1)).isPositive();
    }

    private static long serverNanos() {
        long all = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return all
                - Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                        .filter(thread -> thread != null
                                && (thread.getThreadName().startsWith(CLIENT)
                                        || thread.getThreadName().startsWith("HttpClient")))
                        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                        .sum();
    }

    private static void overHttp1(int port) throws Exception {
        byte[] request = "GET /empty HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            byte[] buffer = new byte[4_096];
            for (int i = 0; i < REQUESTS; i++) {
                socket.getOutputStream().write(request);
                int length = 0;
                do {
                    length += in.read(buffer, length, buffer.length - length);
                } while (buffer[length - 1] != '\n' || buffer[length - 3] != '\n');
            }
        }
    }

    private static void overHttp2(HttpClient client, int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/empty"))
                .build();
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);
        }
    }

    private interface Clients {
        void run() throws Exception;
    }
}
