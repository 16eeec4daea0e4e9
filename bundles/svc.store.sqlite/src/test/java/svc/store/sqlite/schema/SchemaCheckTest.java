package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.store.sqlite.schema.SchemaFixture.core;
import static svc.store.sqlite.schema.SchemaFixture.extension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

@Covers(
        value = {"SCH-01", "SCH-02"},
        part = "below the command line")
class SchemaCheckTest {

    private static final MigrationSet CORE = core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)");

    @TempDir
    Path folder;

    @Test
    void aDatabaseThatFitsIsOk() throws IOException {
        database().migrate(List.of(CORE));
        unchanged(() -> assertThat(check(CORE))
                .isEqualTo(
                        new SchemaReport("ok", null, "The database has all migrations of the installed bundles: 1.")));
    }

    @Test
    void anOldDatabaseIsPendingAndStaysAsItIs() throws IOException {
        database().migrate(List.of(CORE));
        SchemaFixture.execute(file(), "PRAGMA journal_mode = WAL");
        unchanged(() -> {
            SchemaReport report = check(CORE, extension("acme", "CREATE TABLE a (x)", "CREATE TABLE b (x)"));
            assertThat(report.verdict()).isEqualTo("pending");
            assertThat(report.namespace()).isEqualTo("acme");
            assertThat(report.detail()).isEqualTo("The next start applies 2 migrations of acme.");
            assertThat(report.accepted()).isTrue();
        });
    }

    @Test
    void anEmptyFileIsUnreadableAndCalledEmpty() throws IOException {
        Files.createFile(file());
        unchanged(() -> {
            SchemaReport report = check(CORE);
            assertThat(report.verdict()).isEqualTo("unreadable");
            assertThat(report.detail()).contains("is empty (0 bytes)").contains("Restore it from a backup");
        });
    }

    @Test
    void aMissingFileIsUnreadableAndIsNotMade() {
        assertThat(check(CORE).verdict()).isEqualTo("unreadable");
        assertThat(folder.toFile().list()).isEmpty();
    }

    @Test
    void aFolderIsUnreadable() throws IOException {
        Files.createDirectory(file());
        assertThat(check(CORE).verdict()).isEqualTo("unreadable");
    }

    @Test
    void rowsStillInTheLogOfARunningServerCount() throws SQLException, IOException {
        database().migrate(List.of(CORE));
        try (Connection server = SchemaFixture.connect(file());
                Statement statement = server.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA wal_autocheckpoint = 0");
            statement.execute(
                    "INSERT INTO flyway_schema_history SELECT 9, '9.1', description, type, 'acme.x/V1__a.sql',"
                            + " checksum, installed_by, installed_on, execution_time, success FROM flyway_schema_history");
            unchanged(() -> {
                assertThat(check(CORE).verdict()).isEqualTo("unknown-namespace");
                assertThat(check(CORE).namespace()).isEqualTo("acme.x");
            });
        }
    }

    @Test
    void aLogThatAKilledServerLeftIsReadAndStays() throws SQLException, IOException {
        database().migrate(List.of(CORE));
        Path killed = folder.resolve("killed.db");
        try (Connection server = SchemaFixture.connect(file());
                Statement statement = server.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA user_version = 5");
            Files.copy(file(), killed);
            Files.copy(folder.resolve("svc.db-wal"), folder.resolve("killed.db-wal"));
        }
        unchanged(() -> {
            SchemaDatabase database = SchemaFixture.database(killed, folder);
            assertThat(database.check(() -> List.of(CORE)).verdict()).isEqualTo("newer");
        });
    }

    @Test
    void aJournalThatAKilledMigrationLeftIsRolledBackInTheCopyOnly() throws SQLException, IOException {
        database().migrate(List.of(CORE));
        Path killed = folder.resolve("killed.db");
        try (Connection server = SchemaFixture.connect(file());
                Statement statement = server.createStatement()) {
            statement.execute("PRAGMA cache_size = 2");
            statement.execute("BEGIN");
            statement.execute("PRAGMA user_version = 5");
            statement.execute(
                    "INSERT INTO account (name) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c"
                            + " WHERE n < 20000) SELECT hex(randomblob(50)) FROM c");
            Files.copy(file(), killed);
            Files.copy(folder.resolve("svc.db-journal"), folder.resolve("killed.db-journal"));
            statement.execute("ROLLBACK");
        }
        unchanged(() -> {
            SchemaDatabase database = SchemaFixture.database(killed, folder);
            assertThat(database.check(() -> List.of(CORE)).verdict()).isEqualTo("ok");
        });
        assertThat(SchemaFixture.database(killed, folder).migrate(List.of(CORE)).applied())
                .hasSize(1);
    }

    @Test
    void aServerThatWritesAndCheckpointsAllTheTimeIsReadRight() throws Exception {
        database().migrate(List.of(CORE));
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> write(stop));
        writer.start();
        try {
            int read = 0;
            for (int i = 0; i < 50; i++) {
                SchemaReport report = check(CORE);
                read += report.accepted() ? 1 : 0;
                assertThat(report.accepted() ? "read" : report.detail())
                        .isIn(
                                "read",
                                "The database " + file()
                                        + " changed faster than it could be read. Try again when the server is less busy.");
            }
            assertThat(read).isPositive();
        } finally {
            stop.set(true);
            writer.join();
        }
        assertThat(check(CORE).verdict()).isEqualTo("ok");
    }

    private void write(AtomicBoolean stop) {
        try (Connection server = SchemaFixture.connect(file());
                Statement statement = server.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = OFF");
            while (!stop.get()) {
                for (int i = 0; i < 50; i++) {
                    statement.execute("INSERT INTO account (name) VALUES (hex(randomblob(2000)))");
                }
                statement.execute("DELETE FROM account");
                statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private SchemaReport check(MigrationSet... sets) {
        return database().check(() -> List.of(sets));
    }

    /** Checks that no file is created, deleted or changed, including modification times. */
    private void unchanged(Runnable look) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));
            }
        }
        Map<String, String> before = prints();
        look.run();
        assertThat(prints()).isEqualTo(before);
    }

    private Map<String, String> prints() throws IOException {
        Map<String, String> prints = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                prints.put(
                        String.valueOf(file.getFileName()),
                        Files.getLastModifiedTime(file) + " "
                                + new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
                                        .hashCode());
            }
        }
        return prints;
    }

    private SchemaDatabase database() {
        return SchemaFixture.database(file(), folder);
    }

    private Path file() {
        return folder.resolve("svc.db");
    }
}
