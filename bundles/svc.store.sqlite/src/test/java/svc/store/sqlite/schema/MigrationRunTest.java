package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.schema.SchemaFixture.core;
import static svc.store.sqlite.schema.SchemaFixture.dump;
import static svc.store.sqlite.schema.SchemaFixture.execute;
import static svc.store.sqlite.schema.SchemaFixture.extension;
import static svc.store.sqlite.schema.SchemaFixture.query;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.store.sqlite.schema.MigrationSet.Script;
import svc.store.sqlite.schema.SchemaState.Applied;
import svc.testkit.Covers;

class MigrationRunTest {

    private static final MigrationSet CORE = core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)");
    private static final List<String> STEPS = List.of(
            "CREATE TABLE note (n INTEGER PRIMARY KEY, account INTEGER REFERENCES account, text TEXT)",
            "INSERT INTO note (text) VALUES ('first; with a semicolon')",
            "CREATE INDEX note_text ON note (text)",
            "CREATE TRIGGER note_kept BEFORE DELETE ON note BEGIN SELECT RAISE(ABORT, 'kept'); END",
            "CREATE VIEW short_note AS SELECT n, substr(text, 1, 3) AS text FROM note",
            "UPDATE note SET text = upper(text)",
            "ALTER TABLE note ADD COLUMN seen INTEGER NOT NULL DEFAULT 0",
            "INSERT INTO account (n, name) VALUES (7, '${not.a.placeholder}')",
            "DROP VIEW short_note");

    @TempDir
    Path folder;

    @Test
    void anEmptyDatabaseGetsTheScriptsOfAllBundles() {
        SchemaState state = all(List.of(extension("acme.notes", script(STEPS)), CORE));

        assertThat(state.versions()).containsOnlyKeys("core", "acme.notes").containsEntry("acme.notes", 1);
        assertThat(state.applied()).extracting(Applied::namespace).containsExactly("core", "acme.notes");
        assertThat(query(file(), "SELECT version || ' ' || script FROM flyway_schema_history ORDER BY installed_rank"))
                .containsExactly("1.1 core/V1__step.sql", "2.1 acme.notes/V1__step.sql");
        assertThat(query(file(), "SELECT text FROM note")).containsExactly("FIRST; WITH A SEMICOLON");
        assertThat(query(file(), "SELECT name FROM account")).containsExactly("${not.a.placeholder}");
    }

    @Test
    void ourChecksumIsTheOneInFlywaysHistory() {
        MigrationSet set = core("\uFEFFCREATE TABLE a (x);\r\n-- Grüße\n\nCREATE TABLE b (x);\n", "SELECT 1;");
        SchemaState state = all(List.of(set));
        assertThat(state.applied())
                .extracting(Applied::checksum)
                .containsExactlyElementsOf(
                        set.scripts().stream().map(Script::checksum).toList());
    }

    @Test
    void aTableBelongsToTheNamespaceWhoseScriptMadeIt() {
        all(List.of(CORE, extension("acme.notes", script(STEPS))));
        assertThat(query(file(), "SELECT namespace || ' ' || type || ' ' || name FROM schema_object ORDER BY 1"))
                .containsExactly(
                        "acme.notes index note_text",
                        "acme.notes table note",
                        "acme.notes trigger note_kept",
                        "core table account");
    }

    @Test
    void aSecondRunHasNothingToDo() {
        all(List.of(CORE));
        List<String> before = dump(file());
        all(List.of(CORE));
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void namespacesKeepTheirNumbersWhateverComesLater() {
        all(List.of(CORE, extension("zoo", "CREATE TABLE zoo (x)")));
        all(List.of(
                core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE more (x)"),
                extension("ape", "CREATE TABLE ape (x)"),
                extension("zoo", "CREATE TABLE zoo (x)", "CREATE TABLE zoo2 (x)")));
        assertThat(query(file(), "SELECT version FROM flyway_schema_history ORDER BY installed_rank"))
                .containsExactly("1.1", "2.1", "1.2", "2.2", "3.1");
    }

    static Stream<Integer> everyStatement() {
        return IntStream.rangeClosed(0, STEPS.size()).boxed();
    }

    @ParameterizedTest
    @MethodSource("everyStatement")
    @Covers("UPG-01")
    void whicheverStatementFailsTheDatabaseIsAsBefore(int at) {
        all(List.of(CORE, extension("early", "CREATE TABLE early (x)")));
        execute(file(), "INSERT INTO account (n, name) VALUES (1, 'kept')");
        List<String> before = dump(file());
        List<String> steps = new ArrayList<>(STEPS);
        steps.add(at, "INSERT INTO nowhere VALUES (1)");

        assertThatThrownBy(() -> all(List.of(
                        core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE more (x)"),
                        extension("early", "CREATE TABLE early (x)", "ALTER TABLE early ADD COLUMN y"),
                        extension("acme.notes", "CREATE TABLE fine (x)", script(steps)))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining(
                        "The migration V2__step.sql of bundle acme.notes.bundle failed at its statement `INSERT INTO"
                                + " nowhere VALUES (1)`: ")
                .hasMessageContaining("no such table: nowhere")
                .hasMessageContaining("`svc bundle remove acme.notes.bundle`");

        assertThat(dump(file())).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("everyStatement")
    @Covers("UPG-01")
    void aFailedFirstStartLeavesAnEmptyDatabase(int at) {
        List<String> steps = new ArrayList<>(STEPS);
        steps.add(at, "INSERT INTO nowhere VALUES (1)");
        assertThatThrownBy(() -> all(List.of(CORE, extension("acme.notes", script(steps)))))
                .isInstanceOf(SchemaException.class);
        assertThat(dump(file())).containsExactly("0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "COMMIT",
                "-- hidden\n /* twice */ commit",
                "ROLLBACK",
                "PRAGMA foreign_keys = ON",
                "VACUUM",
                "ATTACH 'x.db' AS x",
                "SAVEPOINT a",
                "BEGIN; CREATE TABLE b (x); END"
            })
    void aScriptCannotEndTheTransaction(String sneaky) {
        all(List.of(CORE));
        List<String> before = dump(file());
        assertThatThrownBy(
                        () -> all(List.of(CORE, extension("acme", "CREATE TABLE a (x);\n" + sneaky + ";\nSELECT 1;"))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("of bundle acme.bundle failed");
        assertThat(dump(file())).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATE TABLE a (x", "INSERT INTO a VALUES ('open", "CREATE TRIGGER t BEGIN SELECT 1;"})
    void aScriptThatCannotBeParsedIsRefused(String broken) {
        all(List.of(CORE));
        List<String> before = dump(file());
        assertThatThrownBy(() -> all(List.of(CORE, extension("acme", broken))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("of bundle acme.bundle failed");
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void aTriggerThatRollsBackEverythingIsAFailureLikeAnother() {
        all(List.of(CORE));
        List<String> before = dump(file());
        assertThatThrownBy(() -> all(List.of(
                        CORE,
                        extension(
                                "acme",
                                "CREATE TABLE a (x UNIQUE); INSERT INTO a VALUES (1);"
                                        + " INSERT OR ROLLBACK INTO a VALUES (1); CREATE TABLE b (x);"))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("UNIQUE constraint failed");
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void rowsThatWouldReferToNothingAreRefused() {
        all(List.of(CORE));
        List<String> before = dump(file());
        assertThatThrownBy(() -> all(List.of(
                        CORE,
                        extension(
                                "acme",
                                "CREATE TABLE a (account INTEGER REFERENCES account); INSERT INTO a VALUES (99);"))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("The table a would refer to missing rows or columns of the table account.");
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void aBundleCannotDropTheTableOfAnother() {
        all(List.of(CORE));
        List<String> before = dump(file());
        assertThatThrownBy(() -> all(List.of(CORE, extension("acme", "DROP TABLE account"))))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("it drops the table account of the namespace core");
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void aBundleArrivesWhileTheStoreWritesWithoutRest() throws Exception {
        all(List.of(CORE));
        execute(file(), "PRAGMA journal_mode = WAL");
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch writing = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            try (var store = SchemaFixture.connect(file());
                    var statement = store.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 20000");
                while (!stop.get()) {
                    statement.execute("BEGIN IMMEDIATE");
                    for (int i = 0; i < 20; i++) {
                        statement.execute("INSERT INTO account (name) VALUES ('x')");
                    }
                    statement.execute("COMMIT");
                    writing.countDown();
                }
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        try {
            writing.await();
            for (int i = 0; i < 5; i++) {
                MigrationSet arriving = extension("acme" + i, "CREATE TABLE acme" + i + " (x)");
                SchemaState state = migrated(
                        List.of(arriving),
                        before -> new SchemaComparison(before, List.of(CORE, arriving)).pending(arriving));
                assertThat(state.versions()).containsEntry("acme" + i, 1);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    @Test
    void aDatabaseInUseIsRefusedAndLeftAlone() throws Exception {
        all(List.of(CORE));
        try (var other = SchemaFixture.connect(file());
                var statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertThatThrownBy(() -> all(List.of(CORE, extension("acme", "CREATE TABLE a (x)"))))
                    .isInstanceOf(SchemaException.class)
                    .hasMessageContaining("Another process uses the database");
        }
    }

    /** Applies the sets as those of the distribution, in one transaction. */
    private SchemaState all(List<MigrationSet> sets) {
        return migrated(sets, before -> new SchemaComparison(before, sets).pending(sets));
    }

    private SchemaState migrated(List<MigrationSet> sets, Function<SchemaState, List<MigrationSet>> pending) {
        return SchemaChange.of(new DatabaseFile(file()), change -> change.migrate(sets, pending));
    }

    private Path file() {
        return folder.resolve("data/svc.db");
    }

    private static String script(List<String> steps) {
        return String.join(";\n", steps) + ";\n";
    }
}
