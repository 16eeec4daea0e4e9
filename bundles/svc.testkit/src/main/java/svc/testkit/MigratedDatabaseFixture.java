package svc.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Creates a database with the tables of some bundles by their migration scripts. */
public final class MigratedDatabaseFixture {

    /** The databases made by this process, by the bundles whose scripts were run. Tests begin with copies of them. */
    private static final Map<List<Path>, byte[]> MADE = new ConcurrentHashMap<>();

    private MigratedDatabaseFixture() {}

    /**
     * Creates the database in a folder and returns its file. An existing database is not changed.
     *
     * @param owners a class of each bundle whose scripts are run, in this order
     */
    public static Path in(Path directory, Class<?>... owners) {
        Path file = directory.resolve("svc.db");
        if (Files.exists(file)) {
            return file;
        }
        List<Path> bundles = Stream.of(owners)
                .map(MigratedDatabaseFixture::bundle)
                .distinct()
                .toList();
        try {
            Files.write(file, MADE.computeIfAbsent(bundles, all -> made(directory, all)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    /** Runs the scripts. Returns the content of the database file. */
    private static byte[] made(Path directory, List<Path> bundles) {
        Path file = directory.resolve("made.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            // Durability is not needed: a crash of the machine during a test loses no important data.
            statement.execute("PRAGMA synchronous = OFF");
            for (Path bundle : bundles) {
                for (String script : scripts(bundle)) {
                    statement.executeUpdate(script);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The scripts do not run", e);
        }
        try {
            byte[] content = Files.readAllBytes(file);
            Files.delete(file);
            return content;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path bundle(Class<?> owner) {
        try {
            return Path.of(
                    owner.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> scripts(Path root) {
        try {
            if (Files.isDirectory(root)) {
                return inOrder(root.resolve("migrations"));
            }
            try (FileSystem jar = FileSystems.newFileSystem(root)) {
                return inOrder(jar.getPath("migrations"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> inOrder(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted(Comparator.comparingInt(MigratedDatabaseFixture::version))
                    .map(MigratedDatabaseFixture::text)
                    .toList();
        }
    }

    private static int version(Path script) {
        String name = String.valueOf(script.getFileName());
        return Integer.parseInt(name.substring(1, name.indexOf("__")));
    }

    private static String text(Path script) {
        try {
            return Files.readString(script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
