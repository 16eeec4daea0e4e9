package svc.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The jars in the home's {@code extensions/}, parted into those that will be started and those that were refused before:
 * of the latter nothing is asked until they change, so that they cannot stop a start.
 */
record ExtensionJars(List<Path> admitted, List<Path> refused) {

    static ExtensionJars of(Home home) throws IOException {
        List<Path> admitted = new ArrayList<>();
        List<Path> refused = new ArrayList<>();
        if (!Files.isDirectory(home.extensions())) {
            return new ExtensionJars(admitted, refused);
        }
        Properties records = records(home);
        try (Stream<Path> files = Files.list(home.extensions())) {
            for (Path jar : files.filter(ExtensionJars::isJar).sorted().toList()) {
                boolean known = !records.isEmpty() && records.containsKey(hash(jar) + ".stage");
                (known ? refused : admitted).add(jar);
            }
        }
        return new ExtensionJars(admitted, refused);
    }

    private static boolean isJar(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jar") && !name.startsWith(".") && Files.isRegularFile(file);
    }

    /** What the extensions' own bundle wrote; a help and no truth, so that a broken file counts as empty. */
    private static Properties records(Home home) throws IOException {
        Properties records = new Properties();
        Path file = home.data().resolve("refused-extensions.properties");
        if (Files.isReadable(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                records.load(in);
            } catch (IllegalArgumentException e) {
                records.clear();
            }
        }
        return records;
    }

    private static String hash(Path jar) throws IOException {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(jar), sha256)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return String.format("%064x", new BigInteger(1, sha256.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
