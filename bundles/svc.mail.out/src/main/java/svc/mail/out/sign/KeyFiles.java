package svc.mail.out.sign;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import svc.api.config.SecretFile;

/** The private keys in {@code secrets/dkim}: a folder for each domain, a file in the PEM format for each key. Thread-safe. */
final class KeyFiles {

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----\n";
    private static final String END = "\n-----END PRIVATE KEY-----\n";
    private static final int LINE = 64;
    private static final int DEPTH = 2;

    private final Path folder;
    private final Map<String, PrivateKey> known = new ConcurrentHashMap<>();

    KeyFiles(Path home) {
        this.folder = home.resolve("secrets").resolve("dkim");
    }

    private SecretFile file(String name) {
        return new SecretFile(folder.resolve(name));
    }

    Path path(String name) {
        return file(name).path();
    }

    void write(String name, PrivateKey key) throws IOException {
        String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(key.getEncoded());
        file(name).write((BEGIN + text + END).getBytes(US_ASCII));
    }

    /** Returns a private key; empty if its file is missing or contains no such key. */
    Optional<PrivateKey> read(String name, String algorithm) {
        PrivateKey key = known.get(name);
        if (key == null) {
            Optional<PrivateKey> read = load(name, algorithm);
            read.ifPresent(one -> known.put(name, one));
            return read;
        }
        return Optional.of(key);
    }

    /** Reads a private key from its file. */
    Optional<PrivateKey> load(String name, String algorithm) {
        try {
            Optional<byte[]> content = file(name).read();
            if (content.isEmpty()) {
                return Optional.empty();
            }
            String text = new String(content.get(), US_ASCII).replaceAll("-----[A-Z ]+-----|\\s", "");
            KeyFactory factory = KeyFactory.getInstance(algorithm.startsWith("rsa") ? "RSA" : "Ed25519");
            return Optional.of(factory.generatePrivate(
                    new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text))));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    boolean isExposed(String name) {
        return file(name).isExposed();
    }

    void delete(String name) throws IOException {
        known.remove(name);
        file(name).delete();
    }

    /** Deletes the files that no row names: a crash can leave them. */
    void deleteOthers(Set<String> names) throws IOException {
        for (Path path : files()) {
            String name = folder.relativize(path).toString();
            if (!names.contains(name)) {
                delete(name);
            }
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder, DEPTH)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
