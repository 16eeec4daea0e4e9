package svc.http;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import svc.api.http.WebSocketEndpoint;

/** A server on free ports, as a test uses it. */
final class Running implements AutoCloseable {

    final AdvancingClock clock = new AdvancingClock();
    final Doorman doorman = new Doorman();
    final JettyServer server;
    final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private Running(ServerConfig config, Path home) {
        server = JettyServer.open(Settings.of(config, home), clock, doorman);
    }

    /** With the gate open. */
    static Running with(Object... keysAndValues) {
        Running running = starting(keysAndValues);
        running.server.ready();
        return running;
    }

    /** With the gate closed. */
    static Running starting(Object... keysAndValues) {
        return new Running(Written.server(keysAndValues), Path.of("."));
    }

    static Running at(Path home, Object... keysAndValues) {
        Running running = new Running(Written.server(keysAndValues), home);
        running.server.ready();
        return running;
    }

    Running mount(String path, Servlet servlet) {
        return mount(Map.of("svc.http.path", path), servlet);
    }

    Running mount(Map<String, ?> properties, Servlet servlet) {
        server.mount(servlet, declaration(properties), servlet);
        return this;
    }

    Running mount(String path, WebSocketEndpoint endpoint) {
        server.mount(endpoint, declaration(Map.of("svc.http.path", path)), endpoint);
        return this;
    }

    private static Declaration declaration(Map<String, ?> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        String bundle = String.valueOf(all.getOrDefault("bundle", "test.bundle"));
        return Declaration.of(all, 16_777_216, bundle, 7);
    }

    int port() {
        return port("public", "http");
    }

    int port(String surface, String scheme) {
        return server.listeners().stream()
                .filter(listener ->
                        listener.surface().equals(surface) && listener.scheme().equals(scheme))
                .findFirst()
                .orElseThrow()
                .port();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends bytes as they are and reads until the server closes, or nothing comes for a while. */
    String raw(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return readAll(socket.getInputStream());
        }
    }

    static String readAll(InputStream in) {
        StringBuilder text = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.append((char) next);
            }
        } catch (IOException e) {
            text.append("<").append(e.getMessage()).append(">");
        }
        return text.toString();
    }

    List<String> refusals() {
        return server.routes().refused().stream()
                .map(refused -> refused.reason())
                .toList();
    }

    @Override
    public void close() {
        server.close();
        clock.close();
    }

    /** Answers a GET with what it sees of the request. */
    static Servlet echo() {
        return answering((request, response) -> response.getWriter()
                .write(request.getServletPath() + "|" + request.getPathInfo() + "|" + request.getRequestURI()));
    }

    static Servlet answering(Answer answer) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
                answer.answer(request, response);
            }
        };
    }

    interface Answer {
        void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }
}
