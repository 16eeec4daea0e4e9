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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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

/** The routes on a Jetty server, with requests that are written octet by octet. */
final class RoutesTest {

    private static final String SCHEMA =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a";
    private static final String ASKING =
            "http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006";

    private static final List<OpenListener> LISTENERS = new ArrayList<>();
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

    private static MtaStsPolicy policy(String mode, int maxAge) {
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

    private static ListenAddress address(int port) {
        return new ListenAddress("0.0.0.0", port);
    }

    private static String send(String request) throws IOException {
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String get(String host, String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    private static String post(String body) throws IOException {
        return send("POST " + AutodiscoverServlet.PATH
                + " HTTP/1.1\r\nHost: autodiscover.one.test\r\nConnection: close\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    private static String body(String response) {
        assertThat(response).startsWith("HTTP/1.1 200 ");
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private static Element xml(String response) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        Document document = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(body(response).getBytes(StandardCharsets.UTF_8)));
        return document.getDocumentElement();
    }

    private static List<String> texts(Element root, String name) {
        NodeList found = root.getElementsByTagNameNS("*", name);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    private static String asking(String address, String schema) {
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?><Autodiscover xmlns=\"" + ASKING
                + "\"><Request><EMailAddress>"
                + address + "</EMailAddress><AcceptableResponseSchema>" + schema
                + "</AcceptableResponseSchema></Request></Autodiscover>";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mta-sts.one.test", "MTA-STS.One.Test", "mta-sts.one.test:443", "mta-sts.xn--bcher-kva.test"})
    void policyIsServedAtTheHostOfEachDomain(String host) throws IOException {
        String response = get(host, "/.well-known/mta-sts.txt?x=y");
        assertThat(response).contains("Content-Type: text/plain;charset=utf-8", "Cache-Control: no-store");
        assertThat(body(response))
                .isEqualTo("version: STSv1\r\nmode: enforce\r\nmx: mx.one.test\r\nmax_age: 604800\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one.test",
                "mta-sts.two.test",
                "mta-sts.sub.one.test",
                "mta-sts.mta-sts.one.test",
                "autoconfig.one.test",
                "xmta-sts.one.test",
                "mta-sts.",
                "mta-sts",
                "192.0.2.1",
                "[::1]",
                "mta-sts.one.test.evil.test",
                "evil.test#mta-sts.one.test",
                "mta-sts.one.test@evil.test",
                "evil.test/mta-sts.one.test",
                "mta-sts.one.test%00.evil.test",
                "mta-sts%2eone.test",
                "*.one.test",
                "mta-sts.*"
            })
    void policyIsNotServedAtOtherHosts(String host) throws IOException {
        assertThat(get(host, "/.well-known/mta-sts.txt"))
                .startsWith("HTTP/1.1 40")
                .doesNotContain("STSv1");
    }

    @Test
    void requestWithTwoHostsOrNoneIsRejected() throws IOException {
        String line = "GET /.well-known/mta-sts.txt HTTP/1.1\r\nConnection: close\r\n";
        assertThat(send(line + "\r\n")).startsWith("HTTP/1.1 400");
        assertThat(send(line + "Host: evil.test\r\nHost: mta-sts.one.test\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void idOfThePolicyChangesWithThePolicy() {
        assertThat(policy("enforce", 1).id())
                .matches("[a-zA-Z0-9]{1,32}")
                .isEqualTo(policy("enforce", 1).id())
                .isNotEqualTo(policy("testing", 1).id())
                .isNotEqualTo(policy("enforce", 2).id());
        assertThat(policy("none", 0).text()).contains("mode: none\r\n", "max_age: 0\r\n");
    }

    @Test
    void autoconfigNamesTheOpenListenersWithTlsFirst() throws Exception {
        LISTENERS.add(new OpenListener("imaps", address(993), true));
        Element root = xml(get("autoconfig.one.test", "/mail/config-v1.1.xml?emailaddress=ann@one.test"));
        assertThat(root.getTagName()).isEqualTo("clientConfig");
        assertThat(texts(root, "domain")).containsExactly("one.test");
        assertThat(texts(root, "hostname")).containsExactly("mx.one.test", "mx.one.test", "mx.one.test");
        assertThat(texts(root, "port")).containsExactly("993", "465", "587");
        assertThat(texts(root, "socketType")).containsExactly("SSL", "SSL", "STARTTLS");
        assertThat(texts(root, "url")).containsExactly("https://mail.one.test/.well-known/jmap");
        assertThat(texts(root, "username")).containsOnly("%EMAILADDRESS%");
    }

    @Test
    void autoconfigWithoutListenersNamesNoServer() throws Exception {
        LISTENERS.clear();
        assertThat(texts(xml(get("autoconfig.one.test", "/mail/config-v1.1.xml")), "hostname"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "autoconfig.one.test, /mail/config-v1.1.xml, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x%40xn--bcher-kva.test, xn--bcher-kva.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x@b%C3%BCcher.test, xn--bcher-kva.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=x@two.test, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=%3Cx%3E@%22, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=, one.test",
        "autoconfig.one.test, /mail/config-v1.1.xml?emailaddress=a&emailaddress=b, one.test",
        "one.test, /.well-known/autoconfig/mail/config-v1.1.xml, one.test",
        "autoconfig.one.test, /.well-known/autoconfig/mail/config-v1.1.xml, one.test",
    })
    void autoconfigIsValidForTheDomainOfTheAddressOrOfTheHost(String host, String target, String domain)
            throws Exception {
        assertThat(texts(xml(get(host, target)), "domain")).containsExactly(domain);
    }

    @ParameterizedTest
    @CsvSource({
        "one.test, /mail/config-v1.1.xml",
        "autoconfig.two.test, /mail/config-v1.1.xml?emailaddress=ann@one.test",
        "two.test, /.well-known/autoconfig/mail/config-v1.1.xml",
        "mta-sts.one.test, /.well-known/autoconfig/mail/config-v1.1.xml",
    })
    void autoconfigIsNotServedAtOtherHosts(String host, String target) throws IOException {
        assertThat(get(host, target)).startsWith("HTTP/1.1 404");
    }

    @Test
    void responseDoesNotDependOnTheAccount() throws IOException {
        String path = "/mail/config-v1.1.xml?emailaddress=";
        assertThat(body(get("autoconfig.one.test", path + "ann@one.test")))
                .isEqualTo(body(get("autoconfig.one.test", path + "none@one.test")));
        assertThat(body(post(asking("ann@one.test", SCHEMA))).replace("ann@", "none@"))
                .isEqualTo(body(post(asking("none@one.test", SCHEMA))));
    }

    @Test
    void autodiscoverNamesTheBestListenerOfEachProtocol() throws Exception {
        LISTENERS.add(new OpenListener("imap", address(143), false));
        Element root = xml(post(asking("ann@one.test", SCHEMA)));
        assertThat(texts(root, "Action")).containsExactly("settings");
        assertThat(texts(root, "Type")).containsExactly("IMAP", "SMTP");
        assertThat(texts(root, "Port")).containsExactly("143", "465");
        assertThat(texts(root, "Encryption")).containsExactly("TLS", "SSL");
        assertThat(texts(root, "LoginName")).containsOnly("ann@one.test");
    }

    @Test
    void addressIsWrittenAsText() throws Exception {
        Element root = xml(post(asking("a&lt;b&gt;&amp;&quot;@one.test", SCHEMA)));
        assertThat(texts(root, "LoginName")).containsExactly("a<b>&\"@one.test");
    }

    @ParameterizedTest
    @CsvSource({
        "ann@two.test, " + SCHEMA + ", 500",
        "ann, " + SCHEMA + ", 500",
        "@one.test, " + SCHEMA + ", 500",
        "ann@one.test, http://schemas.microsoft.com/exchange/autodiscover/mobilesync/responseschema/2006, 601",
    })
    void otherAddressesAndSchemasAreErrors(String address, String schema, String code) throws Exception {
        Element root = xml(post(asking(address, schema)));
        assertThat(texts(root, "ErrorCode")).containsExactly(code);
        assertThat(texts(root, "Server")).isEmpty();
    }

    @Test
    void hostileRequestsAreInvalid() throws Exception {
        String valid = asking("ann@one.test", SCHEMA);
        String start = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";
        List<String> hostile = List.of(
                "",
                "<",
                "{}",
                valid.replace("</Autodiscover>", ""),
                valid.replace(ASKING, "urn:x"),
                valid.replace(start, start + "<!DOCTYPE Autodiscover>"),
                valid.replace(start, start + "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>")
                        .replace("ann@", "&x;@"),
                valid.replace("ann@", "&unknown;@"),
                valid.replace("<Request>", "<Request>" + "<x>".repeat(9) + "</x>".repeat(9)),
                valid.replace("<Request>", "<Request><EMailAddress>x@one.test</EMailAddress>"),
                valid.replace("ann@", "a".repeat(400) + "@"),
                valid.replace("<Request>", "<Request>" + " ".repeat(AutodiscoverServlet.LONGEST)),
                valid.replace("ann", "\u0001"));
        for (String body : hostile) {
            Element root = xml(post(body));
            assertThat(texts(root, "ErrorCode")).as(body).containsExactly("600");
        }
    }

    @Test
    void requestOfTheMaximumLengthIsRead() throws Exception {
        String valid = asking("ann@one.test", SCHEMA);
        String longest =
                valid.replace("<Request>", "<Request>" + " ".repeat(AutodiscoverServlet.LONGEST - valid.length()));
        assertThat(longest).hasSize(AutodiscoverServlet.LONGEST);
        assertThat(texts(xml(post(longest)), "Action")).containsExactly("settings");
        assertThat(texts(xml(post(longest + ' ')), "ErrorCode")).containsExactly("600");
    }
}
