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

/**
 * The Maven repository in the folder {@code repository} of the distribution: the API, the exported packages of other
 * bundles, and the test kit, with sources and Javadoc. Extensions are built against it.
 */
final class KitRepository {

    /** The bundles that an extension is compiled against, with sources and Javadoc; others are their dependencies. */
    static final List<String> PUBLISHED =
            List.of("svc.api", "svc.cap.mail", "svc.cap.submission", "svc.mime", "svc.testkit", "svc.testkit.engine");

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
                digest.update(Files.readAllBytes(built(bundle, ".jar")));
                digest.update(Files.readAllBytes(pom(bundle)));
            }
            return "svc-" + version + "-" + HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Writes the repository to a folder. A build with {@code -Pfast} has no Javadoc. */
    void write(Path folder) throws IOException {
        put(folder, "svc", root.resolve("pom.xml"), ".pom");
        put(folder, "bundles", root.resolve("bundles/pom.xml"), ".pom");
        for (String bundle : bundles()) {
            put(folder, bundle, pom(bundle), ".pom");
            put(folder, bundle, built(bundle, ".jar"), ".jar");
        }
        for (String bundle : PUBLISHED) {
            put(folder, bundle, built(bundle, "-sources.jar"), "-sources.jar");
            if (Files.exists(built(bundle, "-javadoc.jar"))) {
                put(folder, bundle, built(bundle, "-javadoc.jar"), "-javadoc.jar");
            }
        }
    }

    private void put(Path folder, String artifact, Path file, String ending) throws IOException {
        Path target = folder.resolve("svc").resolve(artifact).resolve(version);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + version + ending));
    }

    private Path pom(String bundle) {
        return root.resolve("bundles").resolve(bundle).resolve("pom.xml");
    }

    private Path built(String bundle, String ending) {
        return root.resolve("bundles").resolve(bundle).resolve("target").resolve(bundle + "-" + version + ending);
    }

    /** Arguments: the working copy, and the folder of the repository. */
    public static void main(String[] arguments) throws IOException {
        new KitRepository(Path.of(arguments[0])).write(Path.of(arguments[1]));
    }
}
