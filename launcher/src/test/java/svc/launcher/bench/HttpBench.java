package svc.launcher.bench;

import java.io.EOFException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/**
 * The cost of a request to a route that does nothing: the processor time of the server's process; the clients run in
 * this process. The route is a servlet of an extension that returns 204. HTTP/1.1 uses a connection per client with
 * sequential requests; h2c uses one connection for all clients.
 */
final class HttpBench implements Measurement {

    private static final int CLIENTS = 8;
    private static final int REQUESTS = 2_500;
    private static final int WARMING = 12;
    private static final int COUNTED = 7;

    /** The ends of complete responses of the measured paths: the end of the head, or the only brace of the body. */
    private static final List<String> ENDS = List.of("\r\n\r\n", "}");

    /** The index of the status after {@code HTTP/1.1}. */
    private static final int STATUS = 9;

    private final Path distribution;

    HttpBench(Path distribution) {
        this.distribution = distribution;
    }

    /** The part of one client in a round. */
    private interface Client {
        void send(URI url, int requests) throws Exception;
    }

    /** The processor time of the server and the time per request in a round. */
    private record Round(double cpuMicros, double micros) {}

    @Override
    public List<Figure> on(Jdk jdk, Path directory) throws Exception {
        Path home = directory.resolve("home");
        emptyRoute().writeTo(Files.createDirectories(home.resolve("extensions")).resolve("empty.jar"));
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        List<Figure> figures = new ArrayList<>();
        try (BenchServer server = BenchServer.start(distribution, jdk, home)) {
            HttpClient http2 =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
            for (String path : List.of("/empty", "/healthz/live")) {
                URI url = URI.create(server.url() + path);
                figures.addAll(figures("HTTP/1.1 " + path, rounds(server, threads, url, HttpBench::overHttp1)));
                figures.addAll(
                        figures("h2c " + path, rounds(server, threads, url, (to, n) -> overHttp2(http2, to, n))));
            }
        } finally {
            threads.shutdownNow();
        }
        return figures;
    }

    private static List<Figure> figures(String what, List<Round> rounds) {
        double cpu = Figure.median(rounds.stream().map(Round::cpuMicros).toList());
        double time = Figure.median(rounds.stream().map(Round::micros).toList());
        return List.of(
                Figure.of(what + ": requests per CPU second", "1/s", 1e6 / cpu),
                Figure.of(what + ": CPU of a request", "µs", cpu),
                Figure.of(what + ": requests per second beside the clients", "1/s", 1e6 / time));
    }

    private static List<Round> rounds(BenchServer server, ExecutorService threads, URI url, Client client)
            throws Exception {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < WARMING + COUNTED; i++) {
            Round round = round(server, threads, url, client);
            if (i >= WARMING) {
                rounds.add(round);
            }
        }
        return rounds;
    }

    private static Round round(BenchServer server, ExecutorService threads, URI url, Client client) throws Exception {
        Duration cpu = server.cpu();
        long start = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            running.add(threads.submit(() -> {
                client.send(url, REQUESTS);
                return true;
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
        double all = CLIENTS * REQUESTS;
        return new Round(server.cpu().minus(cpu).toNanos() / 1e3 / all, (System.nanoTime() - start) / 1e3 / all);
    }

    private static void overHttp1(URI url, int requests) throws Exception {
        byte[] request =
                ("GET " + url.getPath() + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            byte[] answer = new byte[4_096];
            for (int i = 0; i < requests; i++) {
                socket.getOutputStream().write(request);
                int length = 0;
                while (!complete(answer, length)) {
                    int read = in.read(answer, length, answer.length - length);
                    if (read < 0) {
                        throw new EOFException("The server ended the connection");
                    }
                    length += read;
                }
                if (answer[STATUS] != '2') {
                    throw new IllegalStateException(new String(answer, 0, length, StandardCharsets.US_ASCII));
                }
            }
        }
    }

    private static boolean complete(byte[] answer, int length) {
        for (String end : ENDS) {
            int from = length - end.length();
            if (from > 0 && new String(answer, from, end.length(), StandardCharsets.US_ASCII).equals(end)) {
                return true;
            }
        }
        return false;
    }

    private static void overHttp2(HttpClient client, URI url, int requests) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url).build();
        for (int i = 0; i < requests; i++) {
            var response = client.send(request, BodyHandlers.discarding());
            if (response.statusCode() / 100 != 2 || response.version() != HttpClient.Version.HTTP_2) {
                throw new IllegalStateException("answered with " + response);
            }
        }
    }

    private static JarBuilder emptyRoute() {
        return TestJars.bundle("org.example.empty", "1.0.0")
                .header(
                        "Import-Package",
                        "jakarta.servlet;version=\"[6.0,7)\",jakarta.servlet.http;version=\"[6.0,7)\"")
                .source("org.example.empty.Empty", """
                        package org.example.empty;
                        import jakarta.servlet.http.*;
                        public final class Empty extends HttpServlet {
                            private static final long serialVersionUID = 1L;
                            @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                                response.setStatus(204);
                            }
                        }
                        """)
                .component("org.example.empty.Empty", "", """
                        <service><provide interface="jakarta.servlet.Servlet"/></service>
                        <property name="svc.http.path" type="String" value="/empty"/>""");
    }
}
