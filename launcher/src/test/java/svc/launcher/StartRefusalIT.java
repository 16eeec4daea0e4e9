package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * A version that does not fit its database, or that is incomplete, is refused in two sentences and does not change the
 * database.
 */
final class StartRefusalIT {

    private static final String MIGRATIONS = "migrations";

    @TempDir
    static Path home;

    @TempDir
    Path directory;

    private final Path database = home.resolve("data/svc.db");
    private DistributionCopy other;

    @BeforeAll
    static void makeADatabase() {
        StartedHome.copyTo(home);
    }

    @AfterAll
    static void earlierVersionStillStarts() {
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.terminate()).isZero();
        }
    }

    @BeforeEach
    void makeAnotherProgram() {
        other = DistributionCopy.in(directory.resolve("svc"));
    }

    @Test
    @Covers("UPG-02")
    void rejectsADatabaseOfANewerRelease() throws Exception {
        DistributionCopy.change(store(), root -> Files.delete(lastMigration(root)));
        assertRefused("a newer version wrote it.", "Install the release that wrote it, or restore a backup");
    }

    @Test
    @Covers("UPG-01")
    void rejectsAChangedMigration() throws Exception {
        String[] name = new String[1];
        DistributionCopy.change(store(), root -> {
            Path script = lastMigration(root);
            name[0] = script.getFileName().toString();
            Files.writeString(script, "\nselect 1;\n", StandardOpenOption.APPEND);
        });
        assertRefused(
                name[0] + " of bundle svc.store.sqlite was changed after it had been applied to this database.",
                "Install a bundle that contains the unchanged script");
    }

    @Test
    void rejectsABundleThatCannotStartWithItsMissingRequirement() throws Exception {
        DistributionCopy.change(other.bundle(30, "svc.http"), root -> {
            Path manifest = root.resolve("META-INF/MANIFEST.MF");
            String text = Files.readString(manifest);
            Files.writeString(manifest, text.replace("Import-Package: ", "Import-Package: org.example.absent,"));
        });
        SvcCommand.Finished refused = assertRefused(
                "The server's own bundle svc.http does not start: it needs the package org.example.absent, which no bundle"
                        + " of the distribution has.",
                "Unpack the distribution again");
        assertThat(refused.err().lines().filter(line -> line.startsWith("svc: ")))
                .hasSize(1);
        assertThat(refused.err()).as("what the framework says of it").containsPattern("ERROR felix\\.svc\\.http ");
    }

    @Test
    void rejectsADistributionWithoutStore() throws Exception {
        Files.delete(store());
        Path configuration = home.resolve("svc.toml");
        Files.writeString(configuration, Files.readString(configuration).replace("[store]\n", ""));
        assertRefused("The distribution is incomplete", "the step migrate", "Unpack the distribution again.");
    }

    @Test
    void truncatedJarOfTheDistributionIsReportedAsSuch() throws Exception {
        Path jar = other.bundle(50, "svc.cap.apppasswords");
        byte[] whole = Files.readAllBytes(jar);
        Files.write(jar, java.util.Arrays.copyOf(whole, whole.length / 2));
        SvcCommand.Finished refused = assertRefused(
                "The jar " + jar.getFileName() + " cannot be opened as a jar", "Unpack the distribution again.");
        assertThat(refused.err()).doesNotContain("author", "bundle remove");
    }

    private Path store() {
        return other.bundle(20, "svc.store.sqlite");
    }

    private static Path lastMigration(Path root) throws IOException {
        try (Stream<Path> scripts = Files.list(root.resolve(MIGRATIONS))) {
            List<Path> sorted = scripts.sorted().toList();
            return sorted.get(sorted.size() - 1);
        }
    }

    /** Returns all rows of the database, except the count of starts. */
    private List<String> tables() {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            List<String> names = new ArrayList<>();
            try (ResultSet tables = statement.executeQuery(
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('store_home') ORDER BY name")) {
                while (tables.next()) {
                    names.add(tables.getString(1));
                }
            }
            for (String name : names) {
                try (ResultSet table = statement.executeQuery("SELECT * FROM " + name)) {
                    while (table.next()) {
                        StringBuilder row = new StringBuilder(name);
                        for (int i = 1; i <= table.getMetaData().getColumnCount(); i++) {
                            row.append(' ').append(table.getString(i));
                        }
                        rows.add(row.toString());
                    }
                }
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return rows;
    }

    /** Asserts that the start is refused with these words and changes nothing in the database. */
    private SvcCommand.Finished assertRefused(String... words) throws IOException {
        List<String> before = tables();
        SvcCommand.Finished refused = other.svc().in(home, "run", "--set", "server.listen=\"127.0.0.1:0\"");
        assertThat(refused.err()).contains("svc: ").contains(words).doesNotContain("\tat svc.");
        assertThat(refused.exit()).isEqualTo(78);
        assertThat(tables()).isEqualTo(before);
        return refused;
    }
}
