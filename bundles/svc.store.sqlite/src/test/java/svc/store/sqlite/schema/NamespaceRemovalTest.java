package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.schema.SchemaFixture.core;
import static svc.store.sqlite.schema.SchemaFixture.dump;
import static svc.store.sqlite.schema.SchemaFixture.execute;
import static svc.store.sqlite.schema.SchemaFixture.extension;
import static svc.store.sqlite.schema.SchemaFixture.query;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.schema.SchemaState.Namespace;
import svc.testkit.Covers;

class NamespaceRemovalTest {

    private static final MigrationSet CORE = core("CREATE TABLE account (n INTEGER PRIMARY KEY, name TEXT)");
    private static final MigrationSet ACME = extension(
            "acme",
            "CREATE TABLE note (n INTEGER PRIMARY KEY, text TEXT, body BLOB, size REAL, len AS (length(text)) STORED);"
                    + "CREATE INDEX note_text ON note (text);"
                    + "CREATE VIEW a_note AS SELECT text FROM note;"
                    + "CREATE TRIGGER on_note INSTEAD OF INSERT ON a_note BEGIN INSERT INTO note (text) VALUES (new.text);"
                    + " END;"
                    + "CREATE INDEX account_name ON account (name);"
                    + "CREATE VIRTUAL TABLE word USING fts5 (text)",
            "CREATE TABLE tag (note INTEGER REFERENCES note, name TEXT)");

    @TempDir
    Path folder;

    @BeforeEach
    void migrated() {
        database().migrate(List.of(CORE, ACME));
        execute(
                file(),
                "INSERT INTO note (n, text, body, size) VALUES (7, 'a''b', x'00ff', 1.5)",
                "INSERT INTO tag VALUES (7, NULL)",
                "INSERT INTO word VALUES ('hello')",
                "INSERT INTO account VALUES (1, 'kept')");
    }

    @Test
    @Covers(value = "SCH-02", part = "parking as the way out")
    void aParkedNamespaceKeepsItsTablesAndTheServerStartsWithoutItsBundle() {
        assertThat(database().park("acme").namespaces().get("acme"))
                .isEqualTo(new Namespace("acme", 2, Namespace.State.PARKED, "acme.bundle"));
        assertThat(database().migrate(List.of(CORE)).versions()).containsEntry("acme", 2);
        assertThat(query(file(), "SELECT text FROM note")).containsExactly("a'b");

        SchemaState back = database().migrate(List.of(CORE, ACME));
        assertThat(back.namespaces())
                .hasEntrySatisfying("acme", row -> assertThat(row.state()).isEqualTo(Namespace.State.ACTIVE));
        assertThatThrownBy(() -> database().migrate(List.of(CORE))).isInstanceOf(SchemaException.class);
    }

    @Test
    void aRetiredNamespaceIsExportedWholeAndGone() {
        Path export = folder.resolve("retired.db");
        database().retire("acme", export);

        assertThat(query(export, "SELECT n || text || hex(body) || size || len FROM note"))
                .containsExactly("7a'b00FF1.53");
        assertThat(query(export, "SELECT note FROM tag WHERE name IS NULL")).containsExactly("7");
        assertThat(query(export, "SELECT text FROM word WHERE word MATCH 'hello'"))
                .containsExactly("hello");
        assertThat(query(export, "SELECT name FROM sqlite_schema WHERE type <> 'table' AND sql <> '' ORDER BY 1"))
                .containsExactly("a_note", "note_text", "on_note");
        assertThat(query(file(), "SELECT name FROM sqlite_schema WHERE sql <> '' ORDER BY 1"))
                .containsExactly(
                        "account",
                        "flyway_schema_history",
                        "flyway_schema_history_s_idx",
                        "schema_namespace",
                        "schema_object");
        assertThat(query(file(), "SELECT name FROM account")).containsExactly("kept");
        assertThat(database().migrate(List.of(CORE)).versions()).containsOnlyKeys("core");
    }

    @Test
    void aBundleThatReturnsAfterRetiringStartsAnewUnderItsOldNumber() {
        database().retire("acme", folder.resolve("retired.db"));
        database().migrate(List.of(CORE, extension("other", "CREATE TABLE other (x)")));
        SchemaState state = database().migrate(List.of(CORE, ACME, extension("other", "CREATE TABLE other (x)")));
        assertThat(state.namespaces().get("acme"))
                .isEqualTo(new Namespace("acme", 2, Namespace.State.ACTIVE, "acme.bundle"));
        assertThat(query(file(), "SELECT count(*) FROM note")).containsExactly("0");
    }

    @Test
    void retiringIsRefusedWhileAnotherBundleRefersToTheTables() {
        database()
                .migrate(List.of(CORE, ACME, extension("other", "CREATE TABLE other (note INTEGER REFERENCES note)")));
        List<String> before = dump(file());
        Path export = folder.resolve("retired.db");
        assertThatThrownBy(() -> database().retire("acme", export))
                .hasMessageContaining("The table other would refer to missing rows or columns of the table note.");
        assertThat(dump(file())).isEqualTo(before);
        assertThat(export).doesNotExist();
    }

    @Test
    void retiringIsRefusedWhenTheExportCannotBeWritten() throws Exception {
        List<String> before = dump(file());
        Path taken = Files.writeString(folder.resolve("taken.db"), "mine");
        assertThatThrownBy(() -> database().retire("acme", folder.resolve("missing/retired.db")))
                .hasMessageContaining("The tables could not be exported");
        assertThatThrownBy(() -> database().retire("acme", taken)).hasMessageContaining("could not be exported");
        assertThat(taken).hasContent("mine");
        assertThat(dump(file())).isEqualTo(before);
    }

    @Test
    void aNamespaceThatOnlyTheHistoryNamesCanBeParkedAndRetired() {
        String row =
                "INSERT INTO flyway_schema_history SELECT 9, '9.1', description, type, 'acme.x/V1__a.sql', checksum,"
                        + " installed_by, installed_on, execution_time, success FROM flyway_schema_history WHERE version = '1.1'";
        execute(file(), row);
        database().park("acme.x");
        assertThat(database().migrate(List.of(CORE, ACME)).versions()).containsEntry("acme.x", 1);
        database().retire("acme.x", folder.resolve("retired.db"));
        assertThat(database().migrate(List.of(CORE, ACME)).versions()).containsOnlyKeys("core", "acme");
    }

    @Test
    void anUnknownNamespaceIsRefused() {
        assertThatThrownBy(() -> database().park("nobody")).hasMessageContaining("has no namespace nobody");
        assertThatThrownBy(() -> database().retire("nobody", folder.resolve("x.db")))
                .hasMessageContaining("has no namespace nobody");
        assertThat(folder.resolve("x.db")).doesNotExist();
    }

    @Test
    void parkedNamespacesDoNotStopTheNextStart() {
        database().setAside("acme.bundle");
        database().setAside("never.heard.of");
        assertThat(database().migrate(List.of(CORE)).versions()).containsKey("acme");
    }

    private SchemaDatabase database() {
        return SchemaFixture.database(file(), folder);
    }

    private Path file() {
        return folder.resolve("svc.db");
    }
}
