package svc.store.sqlite.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.store.sqlite.schema.MigrationSet;
import svc.store.sqlite.schema.SchemaFixture;
import svc.testkit.SettableWallClock;

/** Restored databases of older and newer schemas. */
final class RestoredDatabasesTest {

    private static final String FIRST = "CREATE TABLE person (n INTEGER PRIMARY KEY, name TEXT)";
    private static final String SECOND = "ALTER TABLE person ADD COLUMN age INTEGER DEFAULT 42";
    private static final MigrationSet REMOVED = SchemaFixture.extension("acme", "CREATE TABLE note (n INTEGER)");

    @TempDir
    private Path folder;

    private Path file(MigrationSet... sets) {
        Path file = folder.resolve("svc.db");
        SchemaFixture.database(file, folder).migrate(List.of(sets));
        SchemaFixture.execute(file, "INSERT INTO person (n, name) VALUES (1, 'Ann')");
        return file;
    }

    private static RestoredStore open(Path file, MigrationSet... installed) {
        return new RestoredDatabases(() -> List.of(installed), new SettableWallClock()).open(file);
    }

    @Test
    void olderDatabaseIsMigratedAndTablesOfRemovedExtensionsAreIgnored() {
        Path file = file(SchemaFixture.core(FIRST), REMOVED);
        try (RestoredStore store = open(file, SchemaFixture.core(FIRST, SECOND))) {
            String person = store.read(
                    Scope.system(),
                    snapshot -> snapshot.sql()
                            .first("SELECT name, age FROM person", row -> row.getString(1) + " " + row.getLong(2))
                            .orElseThrow());
            assertThat(person).isEqualTo("Ann 42");
        }
    }

    @Test
    void newerDatabaseIsRefused() {
        Path file = file(SchemaFixture.core(FIRST, SECOND));
        assertThatThrownBy(() -> open(file, SchemaFixture.core(FIRST)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
                .hasMessageContaining("newer");
    }
}
