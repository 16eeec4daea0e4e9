package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import svc.testkit.TrustingContext;

/** Tests the server as bundles: the wiring, the whiteboard, and the removal of a bundle without remains. */
class FrameworkTest {

    @TempDir
    Path home;

    @Test
    void bundlesServeEveryProtocolAndReleaseAllResources() throws Exception {
        Map<String, Object> server =
                Map.of("listen", "127.0.0.1:0", "tls.listen", "127.0.0.1:0", "tls.self.signed", true);
        try (Framework framework = new Framework(home)) {
            framework.boot(server);
            WeakReference<ClassLoader> loader = useAndRemoveGuest(framework);
            assertThat(framework.service("svc.api.http.HttpServerInfo")).isNotNull();
            for (int i = 0; i < 200 && loader.get() != null; i++) {
                System.gc();
                Thread.onSpinWait();
            }
            assertThat(loader.get()).isNull();
            assertThat(framework.step("drain")).isEmpty();
        }
    }

    private static WeakReference<ClassLoader> useAndRemoveGuest(Framework framework) throws Exception {
        assertThat(framework.step("verify")).isEmpty();
        assertThat(framework.step("ready")).isEmpty();
        Object listeners = framework.service("svc.api.http.HttpServerInfo");
        List<Integer> ports =
                ports(String.valueOf(listeners.getClass().getMethod("endpoints").invoke(listeners)));
        String plain = "http://127.0.0.1:" + ports.get(0);
        String tls = "https://127.0.0.1:" + ports.get(1);
        Bundle guest = framework.installGuest(
                Framework.component("GuestServlet", "jakarta.servlet.Servlet", "/guest"),
                Framework.component("GuestEndpoint", "svc.api.http.WebSocketEndpoint", "/guest/ws"));
        HttpClient h1 =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpClient h2 = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(TrustingContext.make())
                .build();
        assertThat(get(h1, plain, HttpClient.Version.HTTP_1_1).body()).startsWith("HTTP/1.1 http ");
        assertThat(get(h2, plain, HttpClient.Version.HTTP_2).body()).startsWith("HTTP/2.0 http ");
        assertThat(get(h2, tls, HttpClient.Version.HTTP_2).body()).startsWith("HTTP/2.0 https ");
        HttpResponse<InputStream> packed = h2.send(
                HttpRequest.newBuilder(URI.create(plain + "/guest"))
                        .header("Accept-Encoding", "gzip")
                        .build(),
                BodyHandlers.ofInputStream());
        assertThat(packed.headers().firstValue("content-encoding")).hasValue("gzip");
        packed.body().close();
        webSocketWithCompression(ports.get(0));

        ClassLoader loader =
                Objects.requireNonNull(guest.adapt(BundleWiring.class)).getClassLoader();
        guest.uninstall();
        Objects.requireNonNull(framework.context().getBundle(0).adapt(FrameworkWiring.class))
                .refreshBundles(List.of(guest));
        assertThat(h1.send(HttpRequest.newBuilder(URI.create(plain + "/guest")).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(404);
        return new WeakReference<>(loader);
    }

    private static HttpResponse<String> get(HttpClient client, String base, HttpClient.Version version)
            throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(URI.create(base + "/guest")).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.version()).isEqualTo(version);
        return response;
    }

    /** Opens the WebSocket over a socket, because the client of the JDK does not support the extension. */
    private static void webSocketWithCompression(int port) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            List<String> request = List.of(
                    "GET /guest/ws HTTP/1.1",
                    "Host: h",
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                    "Sec-WebSocket-Extensions: permessage-deflate",
                    "",
                    "");
            socket.getOutputStream().write(String.join("\r\n", request).getBytes(StandardCharsets.US_ASCII));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
            }
            assertThat(head).startsWith("HTTP/1.1 101").contains("permessage-deflate");
            // A masked text "hi" with a mask of zeros. The echo is compressed, so the test checks only its first byte.
            socket.getOutputStream().write(new byte[] {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'});
            assertThat(socket.getInputStream().read()).isEqualTo(0xc1);
        }
    }

    private static List<Integer> ports(String listeners) {
        Matcher matcher = Pattern.compile("port=(\\d+)").matcher(listeners);
        return matcher.results().map(found -> Integer.valueOf(found.group(1))).toList();
    }
}
