package svc.http.server;

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
import svc.http.AdvancingClock;
import svc.http.config.RouteDeclaration;
import svc.http.config.ServerSettings;
import svc.http.config.ServerTable;
import svc.http.handlers.RateLimitFilter;
import svc.http.handlers.ReadinessParts;
import svc.tls.ReloadingCertificates;

/** A server on free ports, for a test. */
public final class RunningHttpServer implements AutoCloseable {

    public final AdvancingClock clock = new AdvancingClock();
    final RateLimitFilter doorman = new RateLimitFilter();
    public final ReadinessParts parts = new ReadinessParts();
    public final JettyServer server;
    public final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    public final ReloadingCertificates certificates;

    private RunningHttpServer(Path home, Object... keysAndValues) {
        certificates = ServerTable.certificates(home, clock, keysAndValues);
        ServerSettings settings = ServerSettings.of(ServerTable.server(keysAndValues));
        server = JettyServer.open(settings, clock, certificates, doorman, parts::problems);
    }

    /** Starts a server that is ready. */
    public static RunningHttpServer with(Object... keysAndValues) {
        RunningHttpServer running = starting(keysAndValues);
        running.server.ready();
        return running;
    }

    /** Starts a server that is not ready yet. */
    static RunningHttpServer starting(Object... keysAndValues) {
        return new RunningHttpServer(Path.of("."), keysAndValues);
    }

    public static RunningHttpServer at(Path home, Object... keysAndValues) {
        RunningHttpServer running = new RunningHttpServer(home, keysAndValues);
        running.server.ready();
        return running;
    }

    public RunningHttpServer mount(String path, Servlet servlet) {
        return mount(Map.of("svc.http.path", path), servlet);
    }

    public RunningHttpServer mount(Map<String, ?> properties, Servlet servlet) {
        server.mount(servlet, declaration(properties), servlet);
        return this;
    }

    public RunningHttpServer mount(String path, WebSocketEndpoint endpoint) {
        server.mount(endpoint, declaration(Map.of("svc.http.path", path)), endpoint);
        return this;
    }

    private static RouteDeclaration declaration(Map<String, ?> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        String bundle = String.valueOf(all.getOrDefault("bundle", "test.bundle"));
        return RouteDeclaration.of(all, 16_777_216, bundle, 7);
    }

    public int port() {
        return port("public", "http");
    }

    public int port(String surface, String scheme) {
        return server.listeners().stream()
                .filter(listener ->
                        listener.surface().equals(surface) && listener.scheme().equals(scheme))
                .findFirst()
                .orElseThrow()
                .port();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends raw bytes and reads until the server closes the connection or sends nothing for 30 seconds. */
    public String raw(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return readAll(socket.getInputStream());
        }
    }

    public static String readAll(InputStream in) {
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

    public List<String> refusals() {
        return server.routes().refused().stream()
                .map(refused -> refused.reason())
                .toList();
    }

    @Override
    public void close() {
        server.close();
        clock.close();
    }

    /** Responds to a GET with the paths of the request. */
    public static Servlet echo() {
        return answering((request, response) -> response.getWriter()
                .write(request.getServletPath() + "|" + request.getPathInfo() + "|" + request.getRequestURI()));
    }

    public static Servlet answering(Answer answer) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
                answer.answer(request, response);
            }
        };
    }

    public interface Answer {
        void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }
}
