package svc.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import svc.http.AdvancingClock;
import svc.http.config.ServerTable;
import svc.tls.ReloadingCertificates;

class TlsTest {

    @TempDir
    Path home;

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void servesBothProtocolsWithASelfSignedCertificate(HttpClient.Version version) throws Exception {
        try (RunningHttpServer running =
                RunningHttpServer.at(home, "tls_listen", "127.0.0.1:0", "tls_self_signed", true)) {
            running.mount(
                    "/who",
                    RunningHttpServer.answering((request, response) ->
                            response.getWriter().write(request.getScheme() + " " + request.isSecure())));
            HttpResponse<String> response = get(running, version);
            assertThat(response.version()).isEqualTo(version);
            assertThat(response.body()).isEqualTo("https true");
        }
    }

    @Test
    void usesChangedFilesForNewConnections() throws Exception {
        X509Certificate first = install("first");
        try (RunningHttpServer running = RunningHttpServer.at(
                home, "tls_listen", "127.0.0.1:0", "tls_cert_file", "tls.crt", "tls_key_file", "tls.key")) {
            running.mount("/who", RunningHttpServer.echo());
            assertThat(served(running)).isEqualTo(first);
            X509Certificate second = install("second");
            running.clock.advance(ReloadingCertificates.INTERVAL);
            assertThat(served(running)).isEqualTo(second).isNotEqualTo(first);
        }
    }

    /** Installs the files of a new certificate. */
    private X509Certificate install(String name) throws IOException {
        Path other = home.resolve(name);
        try (AdvancingClock clock = new AdvancingClock()) {
            ReloadingCertificates made = ServerTable.certificates(other, clock, "tls_self_signed", true);
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

    @Test
    void closesAConnectionWithATooLongHandshake() throws Exception {
        try (RunningHttpServer running =
                        RunningHttpServer.at(home, "tls_listen", "127.0.0.1:0", "tls_self_signed", true);
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), running.port("public", "https"))) {
            silent.setSoTimeout(20);
            silent.getOutputStream().write(new byte[] {0x16, 3});
            boolean closed = false;
            for (int i = 0; i < 100 && !closed; i++) {
                running.clock.advance(Duration.ofSeconds(5));
                closed = closed(silent.getInputStream());
            }
            assertThat(closed).isTrue();
        }
    }

    private static boolean closed(InputStream in) {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private X509Certificate served(RunningHttpServer running) throws Exception {
        HttpResponse<String> response = get(running, HttpClient.Version.HTTP_1_1);
        return (X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0];
    }

    private HttpResponse<String> get(RunningHttpServer running, HttpClient.Version version) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("svc", running.certificates.certificates().get(0));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        HttpClient client =
                HttpClient.newBuilder().version(version).sslContext(context).build();
        URI uri = URI.create("https://127.0.0.1:" + running.port("public", "https") + "/who");
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
