package svc.launcher.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The jars in the folder {@code extensions} of the home: those that a start loads, and those that were refused before.
 * The keys of a refused jar are not required until the jar changes, so that a refused jar cannot prevent a start.
 *
 * @param admitted the jars that a start loads
 * @param refused the jars that a start does not load because they were refused
 * @param refusedKeys the addresses of the keys that refused jars declared when they could be read
 */
public record ExtensionJars(List<Path> admitted, List<Path> refused, Set<String> refusedKeys) {

    /** No extensions. */
    static final ExtensionJars NONE = new ExtensionJars(List.of(), List.of(), Set.of());

    /**
     * Reads the folder.
     *
     * @param extensions the folder of the jars
     * @param data the folder in which svc.extensions records refused jars
     */
    public static ExtensionJars of(Path extensions, Path data) throws IOException {
        if (!Files.isDirectory(extensions)) {
            return NONE;
        }
        ExtensionJars found = new ExtensionJars(new ArrayList<>(), new ArrayList<>(), new TreeSet<>());
        Properties records = records(data.resolve("refused-extensions.properties"));
        try (Stream<Path> files = Files.list(extensions)) {
            for (Path jar : files.filter(ExtensionJars::isJar).sorted().toList()) {
                String hash = records.isEmpty() ? "" : hash(jar);
                if (records.containsKey(hash + ".stage")) {
                    found.refused.add(jar);
                    String keys = records.getProperty(hash + ".keys", "").strip();
                    found.refusedKeys.addAll(keys.isEmpty() ? List.of() : List.of(keys.split(" ", -1)));
                } else {
                    found.admitted.add(jar);
                }
            }
        }
        return found;
    }

    private static boolean isJar(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".jar") && !name.startsWith(".") && Files.isRegularFile(file);
    }

    /** Reads the records of svc.extensions. They are optional, so a broken file counts as empty. */
    private static Properties records(Path file) throws IOException {
        Properties records = new Properties();
        if (Files.isReadable(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                records.load(in);
            } catch (IllegalArgumentException e) {
                records.clear();
            }
        }
        return records;
    }

    /**
     * Returns the hash of a jar; empty for a jar that cannot be read. Such a jar has no record, and svc.extensions
     * reports the problem.
     */
    private static String hash(Path jar) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(jar), sha256)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return String.format("%064x", new BigInteger(1, sha256.digest()));
        } catch (IOException e) {
            return "";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
