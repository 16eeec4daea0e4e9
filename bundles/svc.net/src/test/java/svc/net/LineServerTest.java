package svc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.health.Finding;
import svc.api.lifecycle.StartupException;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.net.ListenAddress;
import svc.api.net.connection.ConnectionService.Listener;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.LineClient;
import svc.tls.ReloadingCertificates;

/** Tests the component: services that come and go, configuration, metrics, health, certificates. */
class LineServerTest {

    @TempDir
    Path home;

    private final AdvanceableClock clock = new AdvanceableClock();

    @AfterEach
    void stop() {
        clock.stop();
    }

    private LineServer server(Map<String, Object> table) {
        return new LineServer(
                RunningLineServer.table(NetConfig.class, table),
                RunningLineServer.certificates(home, clock, table),
                clock);
    }

    private static EchoService plain(String protocol, int port) {
        return new EchoService(
                protocol,
                new Listener(
                        protocol,
                        "[" + protocol + "] listen",
                        new ListenAddress("127.0.0.1", port),
                        false,
                        RunningLineServer.HANDSHAKE));
    }

    @Test
    void opensNoPortAndNoThreadWithoutAListener() {
        LineServer server = server(Map.of());
        server.addService(new EchoService("none"));
        server.call();
        server.ready();
        assertThat(server.listeners()).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("net-accept-n"));
        server.stop();
        server.await(RunningLineServer.HANDSHAKE);
        server.close();
    }

    @Test
    void preventsTheStartWhenAPortIsInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LineServer server = server(Map.of());
            server.addService(plain("smtp", other.getLocalPort()));
            assertThatThrownBy(server::call)
                    .isInstanceOf(StartupException.class)
                    .hasMessageContaining("[smtp] listen: port " + other.getLocalPort() + " of 127.0.0.1 is in use.");
            server.close();
        }
    }

    @Test
    void preventsTheStartWhenImplicitTlsHasNoCertificate() {
        LineServer server = server(Map.of());
        server.addService(new EchoService(
                "imap", RunningLineServer.listener("imaps", true, RunningLineServer.IMPLICIT_HANDSHAKE)));
        assertThatThrownBy(server::call).isInstanceOf(StartupException.class).hasMessageContaining("certificate");
        assertThat(server.listeners()).isEmpty();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"max_connections, 7", "max_connections, 1000001", "max_connections_per_network, 0"})
    void preventsTheStartWhenANumberIsOutOfRange(String key, int value) {
        LineServer server = server(Map.of(key, value));
        assertThatThrownBy(server::call).isInstanceOf(StartupException.class).hasMessageContaining("[net] " + key);
        server.close();
    }

    @Test
    void preventsTheStartWhenAProxyIsNoNetwork() {
        LineServer server = server(Map.of("proxies", new String[] {"proxy.example.org"}));
        assertThatThrownBy(server::call).isInstanceOf(StartupException.class).hasMessageContaining("[net] proxies");
        server.close();
    }

    @Test
    void acceptsConnectionsOnlyWhenItIsReady() throws Exception {
        LineServer server = server(Map.of());
        EchoService service = plain("smtp", 0);
        server.addService(service);
        server.call();
        int port = server.listeners().get(0).address().port();
        assertThat(port).isPositive();
        try (LineClient client = LineClient.connect(port)) {
            assertThat(client.ended()).isFalse();
            assertThat(service.sessions).isEmpty();
            server.ready();
            assertThat(client.line()).isEqualTo("220 ready");
        } finally {
            server.close();
        }
    }

    @Test
    void opensTheListenersOfALateServiceAndClosesThoseOfARemovedOne() throws Exception {
        LineServer server = server(Map.of());
        server.call();
        server.ready();
        EchoService service = plain("smtp", 0);
        server.addService(service);
        int port = server.listeners().get(0).address().port();
        try (LineClient client = LineClient.connect(port)) {
            assertThat(client.line()).isEqualTo("220 ready");
            server.removeService(service);
            assertThat(client.line()).isEqualTo("421 stopping");
            assertThat(service.closed).hasValue(1);
            assertThat(server.listeners()).isEmpty();
        } finally {
            server.close();
        }
    }

    @Test
    void reportsALateServiceWhosePortIsInUse() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LineServer server = server(Map.of());
            server.call();
            server.ready();
            server.addService(plain("smtp", other.getLocalPort()));
            List<Finding> findings = new ConnectionHealthCheck(server).run();
            assertThat(findings.get(0).detail()).contains("[smtp] listen", "in use");
            server.close();
        }
    }

    @Test
    void countsConnectionsByProtocolAndTls() throws Exception {
        try (RunningLineServer running = RunningLineServer.at(home);
                LineClient plain = running.client();
                LineClient secured = running.tlsClient("TLSv1.3");
                LineClient begun = running.startTlsClient("TLSv1.2")) {
            assertThat(begun.ask("ECHO x")).isEqualTo("x");
            assertThat(metrics(running.server))
                    .contains("connections echo true 2.0", "connections echo false 1.0")
                    .noneMatch(line -> line.contains("refused"));
            plain.disconnect();
            secured.disconnect();
            Eventually.until("closed", () -> metrics(running.server).contains("connections echo false 0.0"));
            Finding usage = new ConnectionHealthCheck(running.server).run().get(0);
            assertThat(usage.detail()).contains("of 10000 connections are open");
        }
    }

    private static List<String> metrics(LineServer server) {
        List<String> lines = new ArrayList<>();
        server.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                lines.add(name + " " + labels[1] + " " + value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {
                lines.add(name + " " + labels[1] + " " + labels[3] + " " + value);
            }

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {
                lines.add(name);
            }
        });
        return lines;
    }

    @Test
    void usesChangedCertificatesForNewConnections() throws Exception {
        X509Certificate first = install("first");
        try (RunningLineServer running = RunningLineServer.at(
                home, "tls_self_signed", false, "tls_cert_file", "tls.crt", "tls_key_file", "tls.key")) {
            try (LineClient client = running.tlsClient("TLSv1.3")) {
                assertThat(client.certificate()).isEqualTo(first);
                X509Certificate second = install("second");
                running.clock.advance(ReloadingCertificates.INTERVAL);
                try (LineClient next = running.startTlsClient("TLSv1.3")) {
                    assertThat(next.certificate()).isEqualTo(second).isNotEqualTo(first);
                }
                assertThat(client.ask("ECHO still")).isEqualTo("still");
            }
        }
    }

    /** Installs the files of a new certificate. */
    private X509Certificate install(String name) throws Exception {
        Path other = home.resolve(name);
        ReloadingCertificates made = RunningLineServer.certificates(other, clock, Map.of("tls_self_signed", true));
        assertThat(made.context()).isNotNull();
        for (String suffix : List.of("crt", "key")) {
            Files.copy(
                    other.resolve("secrets/tls-self-signed." + suffix),
                    home.resolve("tls." + suffix),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return made.certificates().get(0);
    }
}
