package svc.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** A key of a TLS server, with a self-signed certificate. */
public final class ServerKeys {

    private static final char[] PASSWORD = "password".toCharArray();

    private final KeyStore store;

    private ServerKeys(KeyStore store) {
        this.store = store;
    }

    /** Makes a key for a host name; its file is in the folder. */
    public static ServerKeys make(Path folder, String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        String[] command = {
            Path.of(System.getProperty("java.home", ""), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "server",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=dns:" + name,
            "-storetype",
            "PKCS12",
            "-storepass",
            "password",
            "-keystore",
            file.toString()
        };
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor())
                .as(Files.readString(folder.resolve("keytool.txt")))
                .isZero();
        return new ServerKeys(KeyStore.getInstance(file.toFile(), PASSWORD));
    }

    /** Returns the context of a server with the key. */
    public SSLContext context() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Returns a trust manager that trusts only the certificate. An entry with its key would not be a trust anchor. */
    public X509ExtendedTrustManager trust() throws GeneralSecurityException, IOException {
        KeyStore anchors = KeyStore.getInstance("PKCS12");
        anchors.load(null, null);
        anchors.setCertificateEntry("server", store.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(anchors);
        return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
    }
}
