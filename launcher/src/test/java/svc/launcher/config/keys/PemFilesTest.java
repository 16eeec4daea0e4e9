package svc.launcher.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.launcher.config.StrictToml;
import svc.testkit.Covers;

@Covers("CFG-01")
class PemFilesTest {

    private static final String PASSWORD = "in-a-test";

    @TempDir
    private static Path pairs;

    @TempDir
    Path directory;

    @BeforeAll
    static void make() throws Exception {
        make("rsa", "RSA", "RSA PRIVATE KEY");
        make("other", "RSA", "RSA PRIVATE KEY");
        make("ec", "EC", "EC PRIVATE KEY");
        make("ed", "Ed25519", "");
        Files.writeString(pairs.resolve("locked.key"), pem("ENCRYPTED PRIVATE KEY", new byte[] {1}));
        Files.writeString(pairs.resolve("garbage.crt"), pem("CERTIFICATE", new byte[] {1, 2, 3}));
        Files.writeString(pairs.resolve("garbage.key"), pem("PRIVATE KEY", new byte[] {1, 2, 3}));
    }

    /** Writes a certificate with its key, and the key in the older form if there is one. */
    private static void make(String name, String algorithm, String older) throws Exception {
        Path store = pairs.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-alias",
                        "a",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Key key = keys.getKey("a", PASSWORD.toCharArray());
        byte[] certificate = keys.getCertificate("a").getEncoded();
        Files.writeString(pairs.resolve(name + ".crt"), "some words\n" + pem("CERTIFICATE", certificate));
        Files.writeString(pairs.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
        if (!older.isEmpty()) {
            byte[] pkcs8 = key.getEncoded();
            int at = 0;
            // The older form is the last element of the newer one, an octet string.
            while (pkcs8[at] != 0x04 || !endsWithIt(pkcs8, at)) {
                at++;
            }
            int head = pkcs8[at + 1] >= 0 ? 2 : 2 + (pkcs8[at + 1] & 0x7f);
            byte[] inner = Arrays.copyOfRange(pkcs8, at + head, pkcs8.length);
            Files.writeString(
                    pairs.resolve(name + "-older.key"),
                    pem(older, algorithm.equals("EC") ? withCurve(inner, pkcs8) : inner));
        }
    }

    /** Adds the curve of the newer form to an EC key, as OpenSSL writes it (RFC 5915 §3). */
    private static byte[] withCurve(byte[] key, byte[] pkcs8) {
        int at = 2 + 3 + 2 + 9;
        byte[] curve = Arrays.copyOfRange(pkcs8, at, at + 2 + pkcs8[at + 1]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x30);
        out.write(key.length + curve.length);
        out.write(key, 2, key.length - 2);
        out.write(0xa0);
        out.write(curve.length);
        out.writeBytes(curve);
        return out.toByteArray();
    }

    private static boolean endsWithIt(byte[] der, int at) {
        int first = der[at + 1];
        if (first >= 0) {
            return at + 2 + first == der.length;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f) && at + 2 + i < der.length; i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        return at + 2 + (first & 0x7f) + length == der.length;
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    private List<String> problems(String certificate, String key) throws IOException {
        KeyCatalogue catalogue =
                KeyCatalogue.of(List.of(new KeyJar("x").pid("svc.x", """
                        <AD id="cert" type="String" default="" description="(form: certificate) (needs: key)"/>
                        <AD id="key" type="String" default="" description="(form: private key) (needs: cert)"/>
                        """).in(directory)));
        assertThat(catalogue.problems()).isEmpty();
        Path file = directory.resolve("svc.toml");
        Files.writeString(
                file, "[x]\ncert = \"" + pairs.resolve(certificate) + "\"\nkey = \"" + pairs.resolve(key) + "\"\n");
        return StrictToml.read(catalogue, file, List.of()).problems().stream()
                .map(problem ->
                        problem.place().replaceFirst(".*/", "") + ": " + problem.sentence() + " " + problem.remedy())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"rsa.crt, rsa.key", "rsa.crt, rsa-older.key", "ec.crt, ec.key", "ec.crt, ec-older.key", "ed.crt, ed.key"
    })
    void acceptsAKeyPair(String certificate, String key) throws IOException {
        assertThat(problems(certificate, key)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "rsa.crt, other.key",
        "rsa.crt, other-older.key",
        "rsa.crt, ec.key",
        "rsa.crt, ec-older.key",
        "ec.crt, rsa.key",
        "ec.crt, ed.key",
        "ed.crt, ec.key",
        "ec.crt, garbage.key"
    })
    void rejectsAMismatchedPairWithRemedy(String certificate, String key) throws IOException {
        assertThat(problems(certificate, key))
                .containsExactly("svc.toml:2:1: The certificate in " + pairs.resolve(certificate)
                        + " does not belong to the key in " + pairs.resolve(key)
                        + ". Name the two files of one pair in cert and key of [x].");
    }

    @Test
    void rejectsEachInvalidFile() throws IOException {
        assertThat(problems("garbage.crt", "locked.key"))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("svc.toml:2:1: The key cert of [x] must name a file with a PEM certificate")
                                .contains("garbage.crt"),
                        second -> assertThat(second)
                                .startsWith("svc.toml:3:1: The key key of [x] must name a file with a PEM private key")
                                .contains("locked.key"));
        assertThat(problems("none.crt", "rsa.key")).hasSize(1);
    }
}
