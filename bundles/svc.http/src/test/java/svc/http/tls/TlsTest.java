package svc.http.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import svc.api.health.Finding;
import svc.api.lifecycle.StartupException;
import svc.http.AdvancingClock;
import svc.http.CertificateHealthCheck;
import svc.http.HttpServer;
import svc.http.config.ServerTable;
import svc.http.server.JettyServer;
import svc.http.server.RunningHttpServer;

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
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.resolve("secrets/tls-self-signed.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void reusesASelfSignedCertificateUntilItExpiresSoon() throws Exception {
        Path certificate = home.resolve("a.crt");
        Path key = home.resolve("a.key");
        Instant now = Instant.now();
        SelfSignedCertificate.ensure(certificate, key, Set.of("localhost", "192.0.2.1", "2001:db8::1"), now);
        X509Certificate first = Pem.certificates(certificate).get(0);
        first.verify(first.getPublicKey());
        assertThat(first.getSubjectAlternativeNames().toString())
                .contains("localhost", "192.0.2.1", "2001:db8:0:0:0:0:0:1");
        SelfSignedCertificate.ensure(certificate, key, Set.of("localhost"), now.plus(Duration.ofDays(334)));
        assertThat(Pem.certificates(certificate).get(0)).isEqualTo(first);
        SelfSignedCertificate.ensure(certificate, key, Set.of("localhost"), now.plus(Duration.ofDays(336)));
        assertThat(Pem.certificates(certificate).get(0)).isNotEqualTo(first);
    }

    @Test
    void reloadsChangedFilesUnlessTheyAreInvalid() throws Exception {
        Path certificate = home.resolve("tls.crt");
        Path key = home.resolve("tls.key");
        SelfSignedCertificate.ensure(certificate, key, Set.of("127.0.0.1"), Instant.now());
        X509Certificate first = Pem.certificates(certificate).get(0);
        try (RunningHttpServer running = RunningHttpServer.at(
                home, "tls_listen", "127.0.0.1:0", "tls_cert_file", "tls.crt", "tls_key_file", key.toString())) {
            running.mount("/who", RunningHttpServer.echo());
            assertThat(served(running)).isEqualTo(first);

            Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nbroken");
            running.clock.advance(ReloadingCertificate.LOOK);
            assertThat(served(running)).isEqualTo(first);

            Files.delete(certificate);
            Files.delete(key);
            SelfSignedCertificate.ensure(certificate, key, Set.of("127.0.0.1"), Instant.now());
            X509Certificate second = Pem.certificates(certificate).get(0);
            running.clock.advance(ReloadingCertificate.LOOK);
            assertThat(served(running)).isEqualTo(second).isNotEqualTo(first);
        }
    }

    @Test
    void readsLegacyKeyFormats() throws Exception {
        KeyPair rsa = pair("RSA", 4096);
        byte[] pkcs8 = rsa.getPrivate().getEncoded();
        Path file = Files.writeString(home.resolve("rsa.key"), Pem.write("RSA PRIVATE KEY", inner(pkcs8)));
        assertThat(Pem.key(file)).isEqualTo(rsa.getPrivate());

        KeyPair ec = pair("EC", 256);
        byte[] plain = inner(ec.getPrivate().getEncoded());
        ByteBuffer body = Der.read(ByteBuffer.wrap(plain), Der.SEQUENCE);
        byte[] named = Der.of(
                Der.SEQUENCE,
                Der.integer(BigInteger.ONE),
                Der.of(Der.OCTET_STRING, octets(body)),
                Der.of(0xa0, Der.oid("1.2.840.10045.3.1.7")));
        Path ecFile = Files.writeString(
                home.resolve("ec.key"),
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
                        + Pem.write("EC PRIVATE KEY", named));
        assertThat(((ECPrivateKey) Pem.key(ecFile)).getS()).isEqualTo(((ECPrivateKey) ec.getPrivate()).getS());
    }

    @Test
    void rejectsInvalidFilesWithTheirPath() throws Exception {
        Path certificate = home.resolve("tls.crt");
        Path key = home.resolve("tls.key");
        Path otherKey = home.resolve("other.key");
        SelfSignedCertificate.ensure(certificate, key, Set.of("localhost"), Instant.now());
        SelfSignedCertificate.ensure(home.resolve("other.crt"), otherKey, Set.of("localhost"), Instant.now());
        Path protectedKey =
                Files.writeString(home.resolve("protected.key"), Pem.write("ENCRYPTED PRIVATE KEY", new byte[] {1}));
        Path empty = Files.createFile(home.resolve("empty"));
        assertRefused(new TlsFiles(home.resolve("none"), key), "tls_cert_file", "it does not exist");
        assertRefused(new TlsFiles(empty, key), "tls_cert_file", "it contains no certificate");
        assertRefused(new TlsFiles(certificate, empty), "tls_key_file", "it contains no private key");
        assertRefused(new TlsFiles(certificate, protectedKey), "tls_key_file", "pass phrase");
        assertRefused(new TlsFiles(certificate, otherKey), "does not match");
        assertRefused(
                new TlsFiles(
                        certificate,
                        Files.writeString(home.resolve("bad.key"), Pem.write("EC PRIVATE KEY", new byte[] {48, 3}))),
                "cannot be read");
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

    @Test
    void healthCheckExaminesTheCertificate() throws Exception {
        try (AdvancingClock clock = new AdvancingClock()) {
            HttpServer plain = HttpServer.of(ServerTable.server(), home, clock);
            assertThat(new CertificateHealthCheck(plain, clock).run())
                    .extracting(Finding::status)
                    .containsExactly(Finding.Status.SKIPPED);
            plain.close();
            HttpServer tls = HttpServer.of(
                    ServerTable.server("tls_listen", "127.0.0.1:0", "tls_self_signed", true), home, clock);
            CertificateHealthCheck check = new CertificateHealthCheck(tls, clock);
            assertThat(check.run().get(0).detail()).contains("self-signed");
            X509Certificate certificate = tls.running()
                    .flatMap(JettyServer::tls)
                    .orElseThrow()
                    .certificate()
                    .orElseThrow();
            assertThat(check.check(certificate, false).status()).isEqualTo(Finding.Status.OK);
            Path file = home.resolve("secrets/tls-self-signed.crt");
            String good = Files.readString(file);
            Files.writeString(file, "broken");
            clock.advance(ReloadingCertificate.LOOK);
            assertThat(check.run().get(0).detail()).contains("are invalid", "the next start will fail");
            Files.writeString(file, good);
            clock.advance(ReloadingCertificate.LOOK);
            assertThat(check.run().get(0).detail()).contains("self-signed");
            clock.advance(Duration.ofDays(355));
            assertThat(check.check(certificate, false).detail()).isEqualTo("The certificate expires soon.");
            clock.advance(Duration.ofDays(20));
            assertThat(check.check(certificate, false).status()).isEqualTo(Finding.Status.FAIL);
            tls.close();
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

    private static void assertRefused(TlsFiles files, String... texts) {
        assertThatThrownBy(files::load).isInstanceOf(StartupException.class).hasMessageContainingAll(texts);
    }

    private static KeyPair pair(String algorithm, int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static byte[] inner(byte[] pkcs8) {
        ByteBuffer in = Der.read(ByteBuffer.wrap(pkcs8), Der.SEQUENCE);
        Der.read(in, Der.INTEGER);
        Der.read(in, Der.SEQUENCE);
        return Der.bytes(Der.read(in, Der.OCTET_STRING));
    }

    private static byte[] octets(ByteBuffer body) {
        Der.read(body, Der.INTEGER);
        return Der.bytes(Der.read(body, Der.OCTET_STRING));
    }

    private X509Certificate served(RunningHttpServer running) throws Exception {
        HttpResponse<String> response = get(running, HttpClient.Version.HTTP_1_1);
        return (X509Certificate) response.sslSession().orElseThrow().getPeerCertificates()[0];
    }

    private HttpResponse<String> get(RunningHttpServer running, HttpClient.Version version) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "svc", running.server.tls().orElseThrow().certificate().orElseThrow());
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
