package svc.net;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import svc.api.net.ListenAddress;
import svc.api.net.connection.ConnectionService.Listener;
import svc.testclock.AdvanceableClock;
import svc.testkit.LineClient;
import svc.tls.ReloadingCertificates;
import svc.tls.TlsConfig;

/** A server with a small protocol, on free ports: without TLS ("echo") and with implicit TLS ("echos"). */
final class RunningLineServer implements AutoCloseable {

    static final Duration HANDSHAKE = Duration.ofSeconds(30);
    static final Duration IMPLICIT_HANDSHAKE = Duration.ofMinutes(2);

    final AdvanceableClock clock = new AdvanceableClock();
    final EchoService service =
            new EchoService("echo", listener("echo", false, HANDSHAKE), listener("echos", true, IMPLICIT_HANDSHAKE));
    final LineServer server;

    private RunningLineServer(Path home, Map<String, Object> table) {
        server = new LineServer(table(NetConfig.class, table), certificates(home, clock, table), clock);
    }

    /** Starts a server that accepts connections. Omitted keys have their defaults. */
    static RunningLineServer at(Path home, Object... keysAndValues) {
        Map<String, Object> table = new HashMap<>(Map.of("tls_self_signed", true));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            table.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        RunningLineServer running = new RunningLineServer(home, table);
        running.server.addService(running.service);
        running.server.call();
        running.server.ready();
        return running;
    }

    static Listener listener(String name, boolean implicitTls, Duration handshake) {
        return new Listener(name, "[echo] " + name, new ListenAddress("127.0.0.1", 0), implicitTls, handshake);
    }

    static <A> A table(Class<A> keys, Map<String, Object> values) {
        return keys.cast(Proxy.newProxyInstance(
                keys.getClassLoader(),
                new Class<?>[] {keys},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }

    static ReloadingCertificates certificates(Path home, AdvanceableClock clock, Map<String, Object> table) {
        return new ReloadingCertificates(table(TlsConfig.class, table), "", home, clock);
    }

    int port(String listener) {
        return server.listeners().stream()
                .filter(open -> open.name().equals(listener))
                .findFirst()
                .orElseThrow()
                .address()
                .port();
    }

    /** Connects without TLS and reads the greeting. */
    LineClient client() throws Exception {
        return greeted(LineClient.connect(port("echo")));
    }

    /** Connects with implicit TLS and reads the greeting. */
    LineClient tlsClient(String version) throws Exception {
        return greeted(LineClient.connect(port("echos")).tls(version, "mail.example.org"));
    }

    /** Connects without TLS, begins TLS and finishes the handshake. */
    LineClient startTlsClient(String version) throws Exception {
        LineClient client = client();
        expect("220 go ahead", client.ask("STARTTLS"));
        return client.tls(version, "mail.example.org");
    }

    private static LineClient greeted(LineClient client) throws Exception {
        expect("220 ready", client.line());
        return client;
    }

    private static void expect(String expected, String line) {
        if (!line.equals(expected)) {
            throw new AssertionError("expected: " + expected + ", but got: " + line);
        }
    }

    /** Returns the server's side of the only connection. */
    LineConnection connection() {
        return server.ports().orElseThrow().connections().iterator().next();
    }

    int connections() {
        return server.ports().orElseThrow().connections().size();
    }

    @Override
    public void close() {
        service.release.release(1_000);
        server.close();
        clock.stop();
    }
}
