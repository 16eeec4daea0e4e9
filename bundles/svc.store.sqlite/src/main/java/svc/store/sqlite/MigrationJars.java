package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The migrations of the jars on disk, as the next start would find them. For commands that run without the server: their
 * framework has not installed the capability bundles and the extensions.
 */
final class MigrationJars implements MigrationSource {

    private final Path distribution;
    private final Path home;

    /**
     * Looks at {@code bundles} of the distribution and at {@code extensions} of the home.
     */
    MigrationJars(Path distribution, Path home) {
        this.distribution = distribution;
        this.home = home;
    }

    @Override
    public List<MigrationSet> sets() {
        List<MigrationSet> sets = new ArrayList<>();
        for (Path jar : jars(distribution.resolve("bundles"), 2)) {
            set(jar, false).ifPresent(sets::add);
        }
        Properties refused = refused();
        for (Path jar : jars(home.resolve("extensions"), 1)) {
            if (refused.isEmpty()
                    || !refused.getProperty(hash(jar) + ".stage", "").equals("RUN")) {
                set(jar, true).ifPresent(sets::add);
            }
        }
        return sets;
    }

    private static List<Path> jars(Path folder, int depth) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(folder, e);
        }
    }

    /** What was refused while the server ran is skipped at a start too, until the jar changes. */
    private Properties refused() {
        Properties refused = new Properties();
        Path file = home.resolve("data/refused-extensions.properties");
        if (Files.isReadable(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                refused.load(in);
            } catch (IOException | IllegalArgumentException e) {
                throw unreadable(file, e);
            }
        }
        return refused;
    }

    private static Optional<MigrationSet> set(Path file, boolean extension) {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return Optional.empty();
            }
            Attributes main = manifest.getMainAttributes();
            String symbolicName = Optional.ofNullable(main.getValue("Bundle-SymbolicName"))
                    .orElse(String.valueOf(file.getFileName()));
            String bundle = symbolicName.split(";", 2)[0].strip();
            Optional<MigrationHeader> header =
                    MigrationHeader.of(bundle, extension, main.getValue(MigrationHeader.NAME));
            if (header.isEmpty()) {
                return Optional.empty();
            }
            List<MigrationScript> scripts = scripts(jar, header.get().folder() + "/", bundle);
            return Optional.of(MigrationSet.of(header.get().namespace(), bundle, extension, scripts));
        } catch (IOException e) {
            if (extension) {
                // A jar that is none is refused on its own at the start and brings no namespace.
                return Optional.empty();
            }
            throw unreadable(file, e);
        }
    }

    private static List<MigrationScript> scripts(JarFile jar, String folder, String bundle) throws IOException {
        List<MigrationScript> scripts = new ArrayList<>();
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
            JarEntry entry = all.nextElement();
            String name = entry.getName();
            if (name.startsWith(folder) && name.endsWith(".sql") && name.indexOf('/', folder.length()) < 0) {
                try (InputStream in = jar.getInputStream(entry)) {
                    scripts.add(MigrationScript.of(bundle, name.substring(folder.length()), in.readAllBytes()));
                }
            }
        }
        return scripts;
    }

    private static String hash(Path jar) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
        } catch (IOException e) {
            throw unreadable(jar, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SchemaRefusal unreadable(Path file, Exception cause) {
        SchemaRefusal refusal = new SchemaRefusal(
                file + " cannot be read.", "Look at its permissions, or install the distribution again.");
        refusal.initCause(cause);
        return refusal;
    }
}
