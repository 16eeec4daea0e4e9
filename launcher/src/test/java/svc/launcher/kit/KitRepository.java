package svc.launcher.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The API and the kit as a Maven repository in a folder: everything that an extension is built against. */
final class KitRepository {

    /** The artifacts that an extension names; the others are their dependencies. */
    private static final List<String> PUBLISHED = List.of("svc.api", "svc.testkit.engine");

    private static final int ID_BYTES = 4;

    private final Path root;
    private final String version;

    KitRepository(Path root) throws IOException {
        this.root = root;
        this.version = Pom.read(root.resolve("pom.xml")).version();
    }

    /** Returns the bundles of the repository. */
    Set<String> bundles() throws IOException {
        Set<String> bundles = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(PUBLISHED);
        while (!open.isEmpty()) {
            String bundle = open.remove();
            if (bundles.add(bundle)) {
                open.addAll(Pom.read(pom(bundle)).bundles());
            }
        }
        return bundles;
    }

    /** Returns an id of the version and the content, so that a cache distinguishes contents. */
    String id() throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String bundle : bundles()) {
                digest.update(Files.readAllBytes(jar(bundle)));
                digest.update(Files.readAllBytes(pom(bundle)));
            }
            return "svc-" + version + "-" + HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Writes the repository to a folder. */
    void write(Path folder) throws IOException {
        put(folder, "svc", root.resolve("pom.xml"), "pom");
        put(folder, "bundles", root.resolve("bundles/pom.xml"), "pom");
        for (String bundle : bundles()) {
            put(folder, bundle, pom(bundle), "pom");
            put(folder, bundle, jar(bundle), "jar");
        }
    }

    private void put(Path folder, String artifact, Path file, String extension) throws IOException {
        Path target = folder.resolve("svc").resolve(artifact).resolve(version);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + version + "." + extension));
    }

    private Path pom(String bundle) {
        return root.resolve("bundles").resolve(bundle).resolve("pom.xml");
    }

    private Path jar(String bundle) {
        return root.resolve("bundles").resolve(bundle).resolve("target").resolve(bundle + "-" + version + ".jar");
    }
}
