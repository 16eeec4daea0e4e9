package svc.launcher.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.tomlj.TomlTable;
import svc.launcher.config.keys.JarKeys;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.toml.ProblemList;
import svc.launcher.config.toml.TomlDocument;

/** Finds the tables of {@code svc.toml} that an extension uses. */
public final class ExtensionTables {

    private ExtensionTables() {}

    /**
     * Returns the tables of the file that contain keys of the extension, and the empty tables to which its keys belong.
     *
     * @param file {@code svc.toml}
     * @param extensions the folder of the jars
     * @param name the symbolic name of the extension, or the name of its file with or without {@code .jar}
     */
    public static Set<String> of(Path file, Path extensions, String name) throws IOException {
        if (!Files.isReadable(file) || !Files.isDirectory(extensions)) {
            return Set.of();
        }
        TomlTable root = TomlDocument.parse(Files.readString(file), ProblemList.ofFile("svc.toml"))
                .root();
        Set<String> tables = new TreeSet<>();
        for (JarKeys jar : KeyCatalogue.read(jars(extensions))) {
            if (List.of(jar.bundle(), fileName(jar), fileName(jar).replaceFirst("\\.jar$", ""))
                    .contains(name)) {
                jar.keys().stream()
                        .filter(key -> root.contains(key.address()) || isEmptyTable(root, key.table()))
                        .forEach(key -> tables.add(key.table()));
            }
        }
        return tables;
    }

    private static boolean isEmptyTable(TomlTable root, String table) {
        return root.get(table) instanceof TomlTable found && found.isEmpty();
    }

    private static List<Path> jars(Path extensions) throws IOException {
        try (Stream<Path> files = Files.list(extensions)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static String fileName(JarKeys jar) {
        return String.valueOf(jar.jar().getFileName());
    }
}
