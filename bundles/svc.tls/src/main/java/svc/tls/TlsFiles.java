package svc.tls;

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

/** A certificate file and its key file. */
record TlsFiles(Path certificate, Path key) {

    /** The password of a key store that exists only in memory. */
    static final char[] PASSWORD = "in-memory".toCharArray();

    /**
     * Reads both files, checks that they match, and adds them to a key store.
     *
     * @return the server's certificate
     * @throws StartupException if a file is invalid; the message names the file
     */
    X509Certificate load(KeyStore store) {
        List<X509Certificate> chain = read("tls_cert_file", certificate, Pem::certificates);
        PrivateKey privateKey = read("tls_key_file", key, Pem::key);
        try {
            if (!Pem.matches(privateKey, chain.get(0).getPublicKey())) {
                throw new StartupException(
                        "The key in " + key + " does not match the certificate in " + certificate + ".",
                        "Set [server] tls_cert_file and tls_key_file to files of the same key pair.");
            }
            store.setKeyEntry("svc" + store.size(), privateKey, PASSWORD, chain.toArray(new X509Certificate[0]));
            return chain.get(0);
        } catch (GeneralSecurityException e) {
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
