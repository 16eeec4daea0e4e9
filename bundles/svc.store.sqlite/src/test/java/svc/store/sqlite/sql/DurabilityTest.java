package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.lifecycle.StartupException;
import svc.api.store.Facets;
import svc.store.sqlite.DatabaseHealthCheck;
import svc.store.sqlite.DatabaseIntegrityCheck;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** The settings of the connections, and files that are not databases. */
final class DurabilityTest {

    @TempDir
    private Path directory;

    @Test
    void everyConnectionHasTheRequiredPragmas() throws Exception {
        Connections connections = new Connections(MigratedDatabaseFixture.in(directory, SqliteStore.class));
        try (Connection writer = connections.writer();
                Connection reader = connections.reader()) {
            for (Connection connection : List.of(writer, reader)) {
                StatementCache db = new StatementCache(connection);
                assertThat(db.list("PRAGMA journal_mode", row -> row.getString(1)))
                        .containsExactly("wal");
                assertThat(db.number(-1, "PRAGMA synchronous")).as("FULL").isEqualTo(2);
                assertThat(db.number(-1, "PRAGMA secure_delete")).isEqualTo(1);
                assertThat(db.number(-1, "PRAGMA foreign_keys")).isEqualTo(1);
                assertThat(db.number(-1, "PRAGMA busy_timeout")).isPositive();
            }
            assertThatThrownBy(() -> reader.createStatement().execute("DELETE FROM account"))
                    .hasMessageContaining("readonly");
        }
    }

    @Test
    void overwritesDeletedBytesInTheFile() throws Exception {
        String secret = "a-secret-that-must-not-stay";
        Path file;
        try (Fixture fixture = Fixture.in(directory)) {
            file = fixture.file();
            fixture.store().write(fixture.scope(), tx -> {
                tx.put("Foo", 1, secret.getBytes(StandardCharsets.UTF_8));
                return true;
            });
            fixture.store().write(fixture.scope(), tx -> {
                tx.remove("Foo", List.of(1L));
                return true;
            });
        }
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(secret);
        assertThat(directory.resolve("svc.db-wal")).doesNotExist();
    }

    @Test
    void rejectsAFileThatIsNotADatabaseWithARemedy() throws Exception {
        Path file = directory.resolve("svc.db");
        Files.writeString(file, "This is no database. ".repeat(500));
        assertThatThrownBy(() -> SqliteStore.of(file, new SettableWallClock(), new WalCheckpointer(file)))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("is damaged")
                .hasMessageContaining("\nRestore it from a backup");
    }

    @Test
    void rejectsAMissingFileWithoutCreatingIt() {
        Path file = directory.resolve("none.db");
        assertThatThrownBy(() -> SqliteStore.of(file, new SettableWallClock(), new WalCheckpointer(file)))
                .isInstanceOf(StartupException.class);
        assertThat(file).doesNotExist();
    }

    @Test
    void healthCheckDistinguishesHealthyAndDamagedDatabases() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseHealthCheck health = new DatabaseHealthCheck(fixture.store(), fixture.clock());
            assertThat(health.family()).isEqualTo("database");
            assertThat(health.run())
                    .extracting(Finding::check)
                    .containsExactly("database-durability", "database-log", "database-space", "database-writer");
            assertThat(health.run())
                    .filteredOn(finding -> !"database-space".equals(finding.check()))
                    .extracting(Finding::status)
                    .containsOnly(Finding.Status.OK);
            assertThat(new DatabaseIntegrityCheck(fixture.store()).run())
                    .extracting(Finding::status)
                    .containsExactly(Finding.Status.OK);
            fixture.store().write(fixture.scope(), tx -> {
                for (int i = 0; i < 2_000; i++) {
                    tx.put("Foo", tx.logCreated("Foo", Facets.ALL), new byte[500]);
                }
                return true;
            });
        }
        Path file = directory.resolve("svc.db");
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 4_096 * 40; i < 4_096 * 60; i++) {
            bytes[i] = 0x55;
        }
        Files.write(file, bytes);
        SqliteStore damaged =
                SqliteStore.of(file, new SettableWallClock(), new WalCheckpointer(new Connections(file).log()));
        try {
            Finding found = new DatabaseIntegrityCheck(damaged).run().get(0);
            assertThat(found.status()).isEqualTo(Finding.Status.FAIL);
            assertThat(found.remedy()).isPresent();
        } finally {
            damaged.close();
        }
    }
}
