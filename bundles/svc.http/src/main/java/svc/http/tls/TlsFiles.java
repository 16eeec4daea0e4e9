package svc.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import svc.api.boot.BootRefusal;

/** The two files of a TLS listener, read and checked together. */
record TlsFiles(Path certificate, Path key) {

    /**
     * What the files hold.
     *
     * @param chain the server's certificate first
     */
    record Identity(KeyStore store, List<X509Certificate> chain) {}

    /** The password of a key store that never leaves the memory. */
    static final String PASSWORD = "in-memory";

    /**
     * Reads both.
     *
     * @throws BootRefusal that names the file
     */
    Identity load() {
        List<X509Certificate> chain = read("tls_cert_file", certificate, Pem::certificates);
        PrivateKey privateKey = read("tls_key_file", key, Pem::key);
        try {
            if (!matches(privateKey, chain.get(0).getPublicKey())) {
                throw new BootRefusal(
                        "The key in " + key + " does not belong to the certificate in " + certificate + ".",
                        "Name the files of one pair in [server] tls_cert_file and tls_key_file.");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("svc", privateKey, PASSWORD.toCharArray(), chain.toArray(new X509Certificate[0]));
            return new Identity(store, chain);
        } catch (GeneralSecurityException | IOException e) {
            throw new BootRefusal(
                    "The certificate in " + certificate + " cannot be used: " + e.getMessage() + ".",
                    "Check the two files of [server] tls_cert_file and tls_key_file.");
        }
    }

    /** Changes whenever one of the files does. */
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

    private static boolean matches(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "Ed25519";
        };
        byte[] probe = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        try {
            signature.initVerify(certified);
            signature.update(probe);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static <T> T read(String configurationKey, Path file, Reader<T> reader) {
        try {
            return reader.read(file);
        } catch (NoSuchFileException e) {
            throw refusal(configurationKey, file, "there is no such file");
        } catch (IOException e) {
            throw refusal(configurationKey, file, "it cannot be read");
        } catch (GeneralSecurityException e) {
            throw refusal(configurationKey, file, String.valueOf(e.getMessage()));
        }
    }

    private static BootRefusal refusal(String configurationKey, Path file, String why) {
        return new BootRefusal(
                "[server] " + configurationKey + ": " + file + " is no use: " + why + ".",
                "Put a readable PEM file there, or name another one.");
    }

    private interface Reader<T> {
        T read(Path file) throws IOException, GeneralSecurityException;
    }
}
