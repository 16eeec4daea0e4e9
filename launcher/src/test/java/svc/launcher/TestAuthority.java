package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority for tests. Its keys are made by keytool. */
final class TestAuthority {

    private static final String NAME = "authority";
    private static final String PASSWORD = "changeit";

    private final Path folder;

    /** Creates an authority that writes its files in a folder. */
    TestAuthority(Path folder) throws Exception {
        this.folder = Files.createDirectories(folder);
        generate(NAME, "-ext", "bc:c");
    }

    /**
     * A certificate with its key.
     *
     * @param certificate the certificate
     * @param certificateFile a PEM file with the certificate
     * @param keyFile a PEM file with the key
     */
    record Issued(X509Certificate certificate, Path certificateFile, Path keyFile) {}

    /** Returns the certificate of the authority. */
    X509Certificate certificate() throws Exception {
        return (X509Certificate) keys().getCertificate(NAME);
    }

    /**
     * Issues a certificate.
     *
     * @param alternative the subject alternative names, such as {@code dns:mx.example.org}
     */
    Issued issue(String name, String alternative) throws Exception {
        generate(name, "-signer", NAME, "-ext", "san=" + alternative);
        return written(name);
    }

    /** Creates a certificate that was issued ten days ago and expires in some days, or has expired. */
    Issued expiring(String name, String alternative, int days) throws Exception {
        String validity = Integer.toString(10 + days);
        generate(name, "-signer", NAME, "-ext", "san=" + alternative, "-startdate", "-10d", "-validity", validity);
        return written(name);
    }

    /** Creates a self-signed certificate. */
    Issued selfSigned(String name, String alternative) throws Exception {
        generate(name, "-ext", "san=" + alternative);
        return written(name);
    }

    /** Writes a key store that trusts this authority; returns the system properties by which a JVM uses it. */
    String trusted() throws Exception {
        Path file = folder.resolve("trusted.p12");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(NAME, certificate());
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return "-Djavax.net.ssl.trustStore=" + file + " -Djavax.net.ssl.trustStorePassword=" + PASSWORD;
    }

    /** Returns a context for a server with a certificate. */
    SSLContext context(Issued issued) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        String name = issued.keyFile().getFileName().toString().replace(".key", "");
        store.setKeyEntry(name, keys().getKey(name, PASSWORD.toCharArray()), PASSWORD.toCharArray(), new Certificate[] {
            issued.certificate()
        });
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void generate(String name, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        words.addAll(List.of("-genkeypair", "-keystore", store().toString(), "-storepass", PASSWORD));
        words.addAll(List.of("-alias", name, "-dname", "CN=" + name, "-keyalg", "EC", "-groupname", "secp256r1"));
        words.addAll(List.of(more));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private Path store() {
        return folder.resolve("keys.p12");
    }

    private KeyStore keys() throws GeneralSecurityException, IOException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store())) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private Issued written(String name) throws Exception {
        X509Certificate certificate = (X509Certificate) keys().getCertificate(name);
        byte[] key = keys().getKey(name, PASSWORD.toCharArray()).getEncoded();
        return new Issued(
                certificate,
                pem(name + ".crt", "CERTIFICATE", certificate.getEncoded()),
                pem(name + ".key", "PRIVATE KEY", key));
    }

    private Path pem(String file, String label, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                folder.resolve(file), "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n");
    }
}
