package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.store.Scope;

/** In the scope of the system, the statements of a bundle are held to its own tables. */
class SystemTablesTest {

    private static final TableOwner ACME = new TableOwner("acme.notes", Set.of("acme"));

    @TempDir
    private Path directory;

    @AutoClose
    private StatementCache db;

    private BundleTables tables;

    @BeforeEach
    void open() throws SQLException {
        db = new StatementCache(DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("svc.db")));
        for (String statement : List.of(
                "CREATE TABLE schema_object (type TEXT, name TEXT, namespace TEXT)",
                "CREATE TABLE note (n INTEGER PRIMARY KEY, title TEXT)",
                "CREATE INDEX note_by_title ON note (title)",
                "CREATE TABLE token (n INTEGER PRIMARY KEY, secret TEXT)",
                "CREATE INDEX token_by_secret ON token (secret)",
                "INSERT INTO schema_object VALUES ('table', 'note', 'acme'), ('table', 'token', 'auth')")) {
            db.run(statement);
        }
        tables = new BundleTables(Scope.system(), db, new Direct(), cache(), Optional.of(ACME));
    }

    private static final class Direct implements BundleTables.Use {
        @Override
        public <R> R of(Supplier<R> part) {
            return part.get();
        }
    }

    private static SqlTemplateCache cache() {
        return new SqlTemplateCache(type -> Optional.of(new TableOwner(type.getSimpleName(), Set.of())));
    }

    @Test
    void ownTablesCanBeUsed() {
        tables.update("INSERT INTO note (n, title) VALUES (?, ?)", 1, "token");
        tables.insert("INSERT INTO note (n, title) VALUES (?, ?)", List.of(List.of(2, "a"), List.of(3, "b")));
        tables.update("UPDATE note SET title = ? WHERE n = ?", "c", 3);
        assertThat(tables.selectIn("SELECT n FROM note WHERE n IN (??)", List.of(1L, 3L), row -> row.getLong(1)))
                .containsExactly(1L, 3L);
        assertThat(tables.exists("SELECT 1 FROM note WHERE title = ?", "token")).isTrue();
        assertThat(tables.update("DELETE FROM note")).isEqualTo(3);
        assertThat(tables.number("SELECT ?", 7)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n FROM token",
                "SELECT n FROM token WHERE secret = 'x'",
                "SELECT n FROM note WHERE EXISTS (SELECT 1 FROM \"token\")",
                "SELECT note.n FROM note, token WHERE note.n = token.n",
                "WITH t AS (SELECT * FROM token) SELECT n FROM t",
                "SELECT 1 FROM sqlite_schema",
                "SELECT 1 FROM sqlite_temp_schema",
                "DELETE FROM token",
                "DELETE FROM note WHERE n IN (SELECT n FROM token)",
                "UPDATE token SET secret = 'x'",
                "INSERT INTO token (n) SELECT n FROM note",
                "INSERT INTO note (n) SELECT n FROM token",
            })
    void tablesOfOthersAreRefused(String statement) {
        boolean reads = statement.startsWith("SELECT") || statement.startsWith("WITH");
        for (int i = 0; i < 2; i++) { // the refusal is not cached as a permission
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> {
                        if (reads) {
                            tables.select(statement, row -> row.getLong(1));
                        } else {
                            tables.update(statement);
                        }
                    })
                    .withMessageContaining("acme.notes");
        }
    }

    @Test
    void theOwnerIsTheCodeThatAskedForTheAccess() {
        assertThat(Access.open(cache())).contains(new TableOwner("SystemTablesTest", Set.of()));
        assertThat(Stranger.open()).contains(new TableOwner("Stranger", Set.of()));
    }

    /** Stands for the snapshot. */
    private static class Access {
        static Optional<TableOwner> open(SqlTemplateCache cache) {
            return cache.caller(Access.class);
        }
    }

    /** The code of another bundle. */
    private static final class Stranger {
        static Optional<TableOwner> open() {
            return Access.open(cache());
        }
    }
}
