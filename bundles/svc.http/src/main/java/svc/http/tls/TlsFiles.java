package svc.http.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import svc.api.lifecycle.StartupException;

/** The certificate file and the key file of a TLS listener. */
record TlsFiles(Path certificate, Path key) {

    /**
     * The content of the two files.
     *
     * @param store a key store with the key and the chain
     * @param chain the certificate chain, with the server's certificate first
     */
    record Identity(KeyStore store, List<X509Certificate> chain) {}

    /** The password of a key store that exists only in memory. */
    static final String PASSWORD = "in-memory";

    /**
     * Reads both files and checks that they match.
     *
     * @throws StartupException if a file is invalid; the message names the file
     */
    Identity load() {
        List<X509Certificate> chain = read("tls_cert_file", certificate, Pem::certificates);
        PrivateKey privateKey = read("tls_key_file", key, Pem::key);
        try {
            if (!Pem.matches(privateKey, chain.get(0).getPublicKey())) {
                throw new StartupException(
                        "The key in " + key + " does not match the certificate in " + certificate + ".",
                        "Set [server] tls_cert_file and tls_key_file to files of the same key pair.");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("svc", privateKey, PASSWORD.toCharArray(), chain.toArray(new X509Certificate[0]));
            return new Identity(store, chain);
        } catch (GeneralSecurityException | IOException e) {
            throw new StartupException(
                    "The certificate in " + certificate + " cannot be used: " + e.getMessage() + ".",
                    "Check the two files of [server] tls_cert_file and tls_key_file.");
        }
    }

    /** Returns a text that changes whenever one of the files changes. */
    String stamp() {
        return stamp(certificate) + " " + stamp(key);
    }

    private static String stamp(Path file) {
        try {
            Path real = file.toRealPath();
            return real + "@" + Files.getLastModifiedTime(real) + "+" + Files.size(real);
        } catch (IOException e) {
            return "missing";
        }
    }

    private static <T> T read(String configurationKey, Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (NoSuchFileException e) {
            throw refusal(configurationKey, file, "it does not exist");
        } catch (IOException e) {
            throw refusal(configurationKey, file, "it cannot be read");
        } catch (GeneralSecurityException e) {
            throw refusal(configurationKey, file, String.valueOf(e.getMessage()));
        }
    }

    private static StartupException refusal(String configurationKey, Path file, String why) {
        return new StartupException(
                "[server] " + configurationKey + ": " + file + " cannot be used: " + why + ".",
                "Put a readable PEM file there, or set another path.");
    }

    private interface Reader<T> {
        T read(Path file) throws IOException, GeneralSecurityException;
    }
}
