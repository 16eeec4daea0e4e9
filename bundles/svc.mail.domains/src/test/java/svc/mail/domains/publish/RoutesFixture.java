package svc.mail.domains.publish;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Servlet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import svc.api.http.HttpServerInfo;
import svc.api.identity.Account;
import svc.api.net.ListenAddress;
import svc.api.net.connection.OpenListeners;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.testclock.AdvanceableClock;
import svc.testkit.InMemoryDirectory;

/** Tests of the routes on a Jetty server, with requests that are written octet by octet. */
abstract class RoutesFixture {

    static final List<OpenListener> LISTENERS = new ArrayList<>();
    private static final AdvanceableClock CLOCK = new AdvanceableClock();
    private static Server server;

    @BeforeAll
    static void start() throws Exception {
        InMemoryDirectory directory = new InMemoryDirectory();
        directory.add(new Account(1, "t1", "ann@one.test", ""));
        directory.add(new Account(3, "t3", "carl@xn--bcher-kva.test", ""));
        HostedDomain domains = new HostedDomain(directory);
        ClientServices services = new ClientServices(
                () -> "mx.one.test", (OpenListeners) () -> List.copyOf(LISTENERS), info("https://mail.one.test"));
        server = new Server();
        server.addConnector(new ServerConnector(server));
        ServletContextHandler context = new ServletContextHandler();
        mount(context, new MtaStsServlet(domains, policy("enforce", 604_800)), MtaStsServlet.PATH);
        AutoconfigServlet autoconfig = new AutoconfigServlet(domains, services);
        mount(context, autoconfig, AutoconfigServlet.PATH, AutoconfigServlet.WELL_KNOWN);
        mount(context, new AutodiscoverServlet(domains, services, CLOCK), AutodiscoverServlet.PATH);
        server.setHandler(context);
        server.start();
    }

    private static void mount(ServletContextHandler context, Servlet servlet, String... paths) {
        ServletHolder holder = new ServletHolder(servlet);
        for (String path : paths) {
            context.addServlet(holder, path);
        }
    }

    static MtaStsPolicy policy(String mode, int maxAge) {
        Map<String, Object> values = Map.of("mta_sts", mode, "mta_sts_max_age", maxAge);
        return new MtaStsPolicy(
                (PublishConfig) Proxy.newProxyInstance(
                        PublishConfig.class.getClassLoader(),
                        new Class<?>[] {PublishConfig.class},
                        (proxy, method, arguments) -> values.get(method.getName())),
                () -> "mx.one.test");
    }

    static HttpServerInfo info(String url) {
        return new HttpServerInfo() {
            @Override
            public List<Endpoint> endpoints() {
                return List.of();
            }

            @Override
            public Optional<String> publicUrl() {
                return Optional.of(url);
            }

            @Override
            public List<MountedRoute> routes() {
                return List.of();
            }

            @Override
            public List<FailedRoute> failedRoutes() {
                return List.of();
            }
        };
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
        CLOCK.stop();
    }

    @BeforeEach
    void openListeners() {
        LISTENERS.clear();
        LISTENERS.add(new OpenListener("smtp", address(25), false));
        LISTENERS.add(new OpenListener("submission", address(587), false));
        LISTENERS.add(new OpenListener("submissions", address(465), true));
    }

    static ListenAddress address(int port) {
        return new ListenAddress("0.0.0.0", port);
    }

    static String send(String request) throws IOException {
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String get(String host, String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    static String body(String response) {
        assertThat(response).startsWith("HTTP/1.1 200 ");
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    static Element xml(String response) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        Document document = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(body(response).getBytes(StandardCharsets.UTF_8)));
        return document.getDocumentElement();
    }

    static List<String> texts(Element root, String name) {
        NodeList found = root.getElementsByTagNameNS("*", name);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }
}
