package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.store.sqlite.schema.SchemaFixture;

/** The tables of a bundle. */
final class BundleTablesTest {

    private static final String INSERT = "INSERT INTO note (account, n, title, data) VALUES (:account, ?, ?, ?)";

    @TempDir
    private Path directory;

    private Fixture fixture;
    private Scope bob;

    @BeforeEach
    void makeATable() throws Exception {
        fixture = Fixture.in(directory);
        SchemaFixture.execute(
                fixture.file(),
                "CREATE TABLE note (account INTEGER NOT NULL, n INTEGER NOT NULL, title TEXT NOT NULL CHECK (title <> 'bad'),"
                        + " data BLOB, PRIMARY KEY (account, n)) WITHOUT ROWID");
        bob = Scope.account(
                new ScopeKey(), fixture.store().write(Scope.system(), tx -> tx.createAccount("example", "bob")));
    }

    @AfterEach
    void closeStore() {
        fixture.close();
    }

    private int insert(Scope scope, int count) {
        List<List<Object>> rows = new ArrayList<>();
        for (long n = 1; n <= count; n++) {
            rows.add(Arrays.asList(n, "title " + n, n % 2 == 0 ? null : new byte[] {(byte) n}));
        }
        return fixture.store().write(scope, tx -> tx.sql().insert(INSERT, rows));
    }

    private List<Long> numbers(Scope scope) {
        return fixture.store()
                .read(
                        scope,
                        s -> s.sql()
                                .select(
                                        "SELECT n FROM note WHERE account = :account ORDER BY n",
                                        row -> row.getLong(1)));
    }

    @Test
    void insertsAndSelectsSetsOfAnySize() {
        assertThat(insert(fixture.scope(), 1_301)).isEqualTo(1_301);
        List<Long> asked = LongStream.rangeClosed(1, 1_200).boxed().toList();
        List<String> titles = fixture.store()
                .read(
                        fixture.scope(),
                        s -> s.sql()
                                .selectIn(
                                        "SELECT title FROM note WHERE account = :account AND n IN (??) AND n > ?",
                                        asked,
                                        row -> Objects.requireNonNull(row.getString(1)),
                                        100));
        assertThat(titles).hasSize(1_100).contains("title 101");
        int changed = fixture.store()
                .write(
                        fixture.scope(),
                        tx -> tx.sql()
                                .updateIn(
                                        "UPDATE note SET title = ? WHERE account = :account AND n IN (??)",
                                        List.of(1L, 2L, 2L, 3L),
                                        "it's :account ? (??)"));
        assertThat(changed).isEqualTo(3);
        List<Boolean> empty = fixture.store()
                .read(
                        fixture.scope(),
                        s -> s.sql()
                                .select(
                                        "SELECT title, data FROM note WHERE account = :account AND n < ? ORDER BY n",
                                        row -> row.isNull(2) && "it's :account ? (??)".equals(row.getString(1)),
                                        4));
        assertThat(empty).containsExactly(false, true, false);
        int gone = fixture.store()
                .write(
                        fixture.scope(),
                        tx -> tx.sql().update("DELETE FROM note WHERE account = :account AND n > ?", 10));
        assertThat(gone).isEqualTo(1_291);
        int none = fixture.store()
                .write(
                        fixture.scope(),
                        tx -> tx.sql().updateIn("DELETE FROM note WHERE account = :account AND n IN (??)", List.of())
                                + tx.sql().insert(INSERT, List.of()));
        assertThat(none).isZero();
    }

    @Test
    void changeInsertsOneRow() {
        fixture.store()
                .write(
                        fixture.scope(),
                        tx -> tx.sql()
                                .update(
                                        INSERT + " ON CONFLICT (account, n) DO UPDATE SET title = excluded.title",
                                        1,
                                        "a",
                                        null));
        assertThat(numbers(fixture.scope())).containsExactly(1L);
    }

    @Test
    void rejectsStatementsWithoutTheAccount() {
        insert(fixture.scope(), 3);
        assertThat(numbers(bob)).isEmpty();
        assertThatThrownBy(() ->
                        fixture.store().read(bob, s -> s.sql().select("SELECT n FROM note", row -> row.getLong(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not contain :account");
        List<Long> all = fixture.store()
                .read(Scope.system(), s -> s.sql().select("SELECT count(*) FROM note", row -> row.getLong(1)));
        assertThat(all).containsExactly(3L);
    }

    @Test
    void rejectsOtherStatementsThanReadsAndChanges() {
        for (String hostile : List.of(
                "",
                "COMMIT",
                "BEGIN -- :account",
                "PRAGMA synchronous=OFF /* :account */",
                "ATTACH ':account' AS other",
                "DROP TABLE note -- :account",
                "VACUUM",
                "INSERT OR ROLLBACK INTO note (account, n, title) VALUES (:account, 1, 'x')",
                "UPDATE note SET title = ? WHERE account = :account")) {
            assertThatThrownBy(() -> fixture.store()
                            .write(fixture.scope(), tx -> tx.sql().update(hostile)))
                    .as(hostile)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> fixture.store()
                        .read(
                                fixture.scope(),
                                s -> s.sql()
                                        .select("DELETE FROM note WHERE account = :account", row -> row.getLong(1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fixture.store()
                        .read(
                                fixture.scope(),
                                s -> s.sql()
                                        .select(
                                                "WITH x AS (SELECT :account) INSERT INTO note SELECT 1, 1, 'x', NULL RETURNING n",
                                                row -> row.getLong(1))))
                .as("a snapshot cannot write, whatever the statement looks like")
                .isInstanceOf(StoreException.class);
        assertThat(numbers(fixture.scope())).isEmpty();
    }

    @Test
    void aConstraintViolationRejectsOneRowOnly() {
        long kept = fixture.store().write(fixture.scope(), tx -> {
            tx.sql().update(INSERT, 1, "good", null);
            assertThatThrownBy(() -> tx.withSavepoint(() -> {
                        tx.sql().update(INSERT, 2, "fine", null);
                        return tx.sql().update(INSERT, 3, "bad", null);
                    }))
                    .isInstanceOfSatisfying(
                            StoreException.class, p -> assertThat(p.kind()).isEqualTo(StoreException.Kind.REFUSED));
            return tx.logCreated("Note", Facets.ALL);
        });
        assertThat(kept).isPositive();
        assertThat(numbers(fixture.scope())).containsExactly(1L);
    }

    @Test
    void aRollbackByATriggerFailsTheWholeWrite() {
        SchemaFixture.execute(
                fixture.file(),
                "CREATE TRIGGER evil BEFORE INSERT ON note WHEN NEW.n = 2 BEGIN SELECT RAISE(ROLLBACK, 'gone'); END");
        assertThatThrownBy(() -> fixture.store().write(fixture.scope(), tx -> {
                    tx.sql().update(INSERT, 1, "a", null);
                    try {
                        tx.sql().update(INSERT, 2, "b", null);
                    } catch (StoreException hidden) {
                        tx.sql().update(INSERT, 3, "c", null);
                    }
                    return "all is well";
                }))
                .isInstanceOf(StoreException.class);
        assertThat(numbers(fixture.scope())).isEmpty();
        insert(bob, 1);
        assertThat(numbers(bob)).containsExactly(1L);
    }
}
