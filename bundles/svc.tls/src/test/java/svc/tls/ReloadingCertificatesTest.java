package svc.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.lifecycle.StartupException;
import svc.testclock.AdvanceableClock;

class ReloadingCertificatesTest {

    @TempDir
    Path home;

    private final AdvanceableClock clock = new AdvanceableClock();

    @AfterEach
    void stop() {
        clock.stop();
    }

    private ReloadingCertificates certificates(Map<String, Object> table) {
        TlsConfig config = (TlsConfig) Proxy.newProxyInstance(
                TlsConfig.class.getClassLoader(),
                new Class<?>[] {TlsConfig.class},
                (proxy, method, arguments) -> table.getOrDefault(method.getName(), method.getDefaultValue()));
        return new ReloadingCertificates(config, "https://mail.example.org", home, clock);
    }

    private X509Certificate install(String name, String host) throws Exception {
        Path certificate = home.resolve(name + ".crt");
        Files.deleteIfExists(certificate);
        SelfSignedCertificate.ensure(certificate, home.resolve(name + ".key"), Set.of(host), clock.now());
        return Pem.certificates(certificate).get(0);
    }

    private static final Map<String, Object> FILES = Map.of("tls_cert_file", "tls.crt", "tls_key_file", "tls.key");

    @Test
    void createsASelfSignedCertificateForThePublicHost() throws Exception {
        ReloadingCertificates tls = certificates(Map.of("tls_self_signed", true));
        assertThat(tls.certificates()).as("before a listener needs them").isEmpty();
        assertThat(tls.context()).isSameAs(tls.context());
        assertThat(tls.certificates().get(0).getSubjectAlternativeNames().toString())
                .contains("localhost", "mail.example.org");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(home.resolve("secrets/tls-self-signed.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void selectsTheCertificateByTheRequestedHostName() throws Exception {
        X509Certificate main = install("tls", "mail.example.org");
        Files.createDirectory(home.resolve("more"));
        X509Certificate other = install("more/other", "other.example");
        X509Certificate wildcard = install("more/wildcard", "*.wild.example");
        ReloadingCertificates tls =
                certificates(Map.of("tls_cert_file", "tls.crt", "tls_key_file", "tls.key", "tls_cert_dir", "more"));
        assertThat(served(tls, "mail.example.org")).isEqualTo(main);
        assertThat(served(tls, "other.example")).isEqualTo(other);
        assertThat(served(tls, "a.wild.example")).isEqualTo(wildcard);
        assertThat(served(tls, "unknown.example")).isEqualTo(main);
        assertThat(served(tls, "")).isEqualTo(main);

        X509Certificate added = install("more/added", "added.example");
        clock.advance(ReloadingCertificates.INTERVAL);
        assertThat(served(tls, "added.example")).isEqualTo(added);
    }

    @Test
    void tellsForWhichHostNamesACertificateIsValid() throws Exception {
        install("tls", "Mail.example.org");
        Files.createDirectory(home.resolve("more"));
        install("more/wildcard", "*.wild.example");
        ReloadingCertificates tls =
                certificates(Map.of("tls_cert_file", "tls.crt", "tls_key_file", "tls.key", "tls_cert_dir", "more"));
        assertThat(List.of("mail.example.org", "a.wild.example")).allMatch(tls::cover);
        assertThat(List.of("example.org", "wild.example", "a.b.wild.example", "mail", ""))
                .noneMatch(tls::cover);
        assertThat(certificates(Map.of()).cover("mail.example.org"))
                .as("without a certificate")
                .isFalse();
    }

    @Test
    void reloadsChangedFilesUnlessTheyAreInvalid() throws Exception {
        X509Certificate first = install("tls", "mail.example.org");
        ReloadingCertificates tls = certificates(FILES);
        assertThat(served(tls, "")).isEqualTo(first);

        Files.writeString(home.resolve("tls.crt"), "-----BEGIN CERTIFICATE-----\nbroken");
        clock.advance(ReloadingCertificates.INTERVAL);
        assertThat(served(tls, "")).isEqualTo(first);

        X509Certificate second = install("tls", "mail.example.org");
        clock.advance(ReloadingCertificates.INTERVAL);
        assertThat(served(tls, "")).isEqualTo(second).isNotEqualTo(first);
    }

    @Test
    void refusesWithoutACertificateOrWithTwo() {
        assertThatThrownBy(certificates(Map.of())::context)
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("no certificate is configured");
        assertThatThrownBy(
                        certificates(Map.of(
                                "tls_cert_file", "tls.crt", "tls_key_file", "tls.key", "tls_self_signed", true))
                                ::context)
                .hasMessageContaining("both certificate files and tls_self_signed");
        assertThatThrownBy(certificates(
                        Map.of("tls_cert_file", "tls.crt", "tls_key_file", "tls.key", "tls_cert_dir", "none"))::context)
                .hasMessageContaining("tls_cert_dir");
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
    void readsLegacyKeyFormats() throws Exception {
        KeyPair rsa = pair("RSA", 2048);
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
    void healthCheckExaminesTheCertificate() throws Exception {
        assertThat(new CertificateHealthCheck(certificates(Map.of()), clock).run())
                .extracting(Finding::status)
                .containsExactly(Finding.Status.SKIPPED);
        ReloadingCertificates tls = certificates(Map.of("tls_self_signed", true));
        assertThat(tls.context()).isNotNull();
        CertificateHealthCheck check = new CertificateHealthCheck(tls, clock);
        assertThat(check.run().get(0).detail()).contains("self-signed");
        X509Certificate certificate = tls.certificates().get(0);
        assertThat(check.check(certificate, false).status()).isEqualTo(Finding.Status.OK);
        Path file = home.resolve("secrets/tls-self-signed.crt");
        String good = Files.readString(file);
        Files.writeString(file, "broken");
        clock.advance(ReloadingCertificates.INTERVAL);
        assertThat(check.run().get(0).detail()).contains("are invalid", "the next start will fail");
        Files.writeString(file, good);
        clock.advance(ReloadingCertificates.INTERVAL);
        assertThat(check.run().get(0).detail()).contains("self-signed");
        clock.advance(Duration.ofDays(355));
        assertThat(check.check(certificate, false).detail()).isEqualTo("The certificate expires soon.");
        clock.advance(Duration.ofDays(20));
        assertThat(check.check(certificate, false).status()).isEqualTo(Finding.Status.FAIL);
    }

    /** Returns the certificate that a client gets which requests a host name, or none if the text is empty. */
    private static X509Certificate served(ReloadingCertificates tls, String host) throws Exception {
        SSLContext context = tls.context();
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (X509Certificate certificate : tls.certificates()) {
            trusted.setCertificateEntry("c" + trusted.size(), certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext client = SSLContext.getInstance("TLS");
        client.init(null, trust.getTrustManagers(), null);
        try (SSLServerSocket server =
                        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
                SSLSocket socket =
                        (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", server.getLocalPort())) {
            CompletableFuture<Void> accepted = CompletableFuture.runAsync(() -> accept(server));
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setServerNames(host.isEmpty() ? List.of() : List.of(new SNIHostName(host)));
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            X509Certificate served = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            accepted.join();
            return served;
        }
    }

    private static void accept(SSLServerSocket server) {
        try (SSLSocket accepted = (SSLSocket) server.accept()) {
            accepted.startHandshake();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertRefused(TlsFiles files, String... texts) {
        assertThatThrownBy(() -> files.load(KeyStore.getInstance("PKCS12")))
                .isInstanceOf(StartupException.class)
                .hasMessageContainingAll(texts);
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
}
