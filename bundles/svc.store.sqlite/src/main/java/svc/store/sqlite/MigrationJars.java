package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The migrations that the next start would find: those of the distribution's jars on disk, and those of the extensions that
 * are installed. For commands that run without the server: their framework has not installed the capability bundles.
 */
final class MigrationJars implements MigrationSource {

    private final Path distribution;
    private final MigrationSource installed;

    /**
     * Looks at {@code bundles} of the distribution and at the extensions among the installed bundles.
     */
    MigrationJars(Path distribution, MigrationSource installed) {
        this.distribution = distribution;
        this.installed = installed;
    }

    @Override
    public List<MigrationSet> sets() {
        List<MigrationSet> sets = new ArrayList<>();
        for (Path jar : jars(distribution.resolve("bundles"))) {
            set(jar).ifPresent(sets::add);
        }
        installed.sets().stream().filter(MigrationSet::extension).forEach(sets::add);
        return sets;
    }

    private static List<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(folder, e);
        }
    }

    private static Optional<MigrationSet> set(Path file) {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            if (manifest == null) {
                return Optional.empty();
            }
            Attributes main = manifest.getMainAttributes();
            String symbolicName = Optional.ofNullable(main.getValue("Bundle-SymbolicName"))
                    .orElse(String.valueOf(file.getFileName()));
            String bundle = symbolicName.split(";", 2)[0].strip();
            Optional<MigrationHeader> header = MigrationHeader.of(bundle, false, main.getValue(MigrationHeader.NAME));
            if (header.isEmpty()) {
                return Optional.empty();
            }
            List<MigrationScript> scripts = scripts(jar, header.get().folder() + "/", bundle);
            return Optional.of(MigrationSet.of(header.get().namespace(), bundle, false, scripts));
        } catch (IOException e) {
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

    private static SchemaRefusal unreadable(Path file, Exception cause) {
        SchemaRefusal refusal = new SchemaRefusal(
                file + " cannot be read.", "Look at its permissions, or install the distribution again.");
        refusal.initCause(cause);
        return refusal;
    }
}
