package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.SchemaFixture.core;
import static svc.store.sqlite.SchemaFixture.dump;
import static svc.store.sqlite.SchemaFixture.execute;
import static svc.store.sqlite.SchemaFixture.extension;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Every reason for which a start or an arriving bundle is refused before anything is written. */
class SchemaRefusalTest {

    private static final String ROW = "INSERT INTO flyway_schema_history (installed_rank, version, description, type,"
            + " script, checksum, installed_by, execution_time, success) VALUES (900, '%s', 'x', 'SQL', '%s', 1, '', 1, 1)";

    @TempDir
    Path folder;

    private final MigrationSet core = core("CREATE TABLE account (n INTEGER PRIMARY KEY)");
    private final MigrationSet acme = extension("acme.x", "CREATE TABLE acme (x)");

    @BeforeEach
    void migrated() {
        database().migrate(List.of(core, acme));
    }

    @Test
    @Covers("UPG-02")
    void aHigherVersionOfAKnownNamespaceIsRefusedAndNamed() throws IOException {
        execute(file(), ROW.formatted("1.2", "core/V2__later.sql"));
        refused(
                List.of(core, acme),
                SchemaVerdict.NEWER,
                "V2__later.sql of the namespace core, which the installed bundle svc.store.sqlite does not know",
                "Install the release that wrote it");
    }

    @Test
    @Covers("UPG-02")
    void aHigherSchemaVersionIsRefused() throws IOException {
        execute(file(), "PRAGMA user_version = 2");
        refused(List.of(core, acme), SchemaVerdict.NEWER, "schema version is 2", "Install the release that wrote it");
    }

    @Test
    @Covers("UPG-02")
    void anExtensionOlderThanItsTablesIsRefused() throws IOException {
        execute(file(), ROW.formatted("2.2", "acme.x/V2__later.sql"));
        refused(
                List.of(core, acme),
                SchemaVerdict.NEWER,
                "V2__later.sql",
                "Install the newer version of bundle acme.x.bundle again.");
    }

    @Test
    @Covers("SCH-02")
    void aNamespaceWithoutItsBundleIsRefusedAndNamedWithBothWaysOut() throws IOException {
        refused(
                List.of(core),
                SchemaVerdict.UNKNOWN_NAMESPACE,
                "namespace acme.x",
                "`svc schema park acme.x`",
                "`svc schema retire acme.x`");
    }

    @Test
    @Covers("SCH-02")
    void aRowThatSomebodyPutIntoTheHistoryIsRefusedAndNamed() throws IOException {
        execute(file(), ROW.formatted("77.1", "acme.y/V1__x.sql"));
        refused(List.of(core, acme), SchemaVerdict.UNKNOWN_NAMESPACE, "namespace acme.y");
        execute(file(), "UPDATE flyway_schema_history SET script = 'V77__x.sql' WHERE version = '77.1'");
        refused(List.of(core, acme), SchemaVerdict.UNKNOWN_NAMESPACE, "namespace 77.1");
        execute(file(), "DELETE FROM flyway_schema_history WHERE version = '77.1'");
        execute(file(), "INSERT INTO schema_namespace VALUES ('acme.z', 78, 'active', 'z')");
        refused(List.of(core, acme), SchemaVerdict.UNKNOWN_NAMESPACE, "namespace acme.z");
    }

    @Test
    void aChangedScriptIsRefusedWithItsBundle() throws IOException {
        refused(
                List.of(core, extension("acme.x", "CREATE TABLE acme (y)")),
                SchemaVerdict.UNREADABLE,
                "The migration script V1__step.sql of bundle acme.x.bundle was changed",
                "`svc bundle remove acme.x.bundle`");
    }

    @Test
    void twoBundlesWithOneNamespaceAreRefused() throws IOException {
        MigrationSet copy = SchemaFixture.set("acme.x", "thief", true, "CREATE TABLE acme (x)");
        refused(List.of(core, acme, copy), SchemaVerdict.UNREADABLE, "Bundles acme.x.bundle and thief both bring");
        MigrationSet second = SchemaFixture.set("core", "thief", true, "CREATE TABLE acme (x)");
        refused(
                List.of(second, core, acme),
                SchemaVerdict.UNREADABLE,
                "Bundles svc.store.sqlite and thief both bring",
                "`svc bundle remove thief`");
    }

    @Test
    void aRowThatFailedHalfWayIsRefused() throws IOException {
        execute(file(), "UPDATE flyway_schema_history SET success = 0 WHERE version = '2.1'");
        refused(List.of(core, acme), SchemaVerdict.UNREADABLE, "failed half-way", "Restore a backup");
    }

    @Test
    void aForeignDatabaseIsRefused() throws IOException {
        Files.delete(file());
        execute(file(), "CREATE TABLE somebody (x)");
        refused(List.of(core), SchemaVerdict.UNREADABLE, "it is not a database of this server");
    }

    @Test
    void whatIsNoDatabaseIsRefused() throws IOException {
        byte[] noise = new byte[5000];
        Arrays.fill(noise, (byte) 'x');
        Files.write(file(), noise);
        refused(List.of(core, acme), SchemaVerdict.UNREADABLE, "is not an SQLite database");
        assertThat(Files.readAllBytes(file())).isEqualTo(noise);
    }

    @Test
    void aDamagedDatabaseIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, 100, 4096, (byte) 0x5a);
        Files.write(file(), bytes);
        refused(List.of(core, acme), SchemaVerdict.UNREADABLE, "is damaged", "Restore a backup");
    }

    @Test
    void aFolderInItsPlaceIsRefused() throws IOException {
        Files.delete(file());
        Files.createDirectory(file());
        assertThatThrownBy(() -> database().migrate(List.of(core)))
                .isInstanceOf(SchemaRefusal.class)
                .hasMessageContaining("is not a file");
    }

    @Test
    void scriptsMustBeNumberedFromOneWithoutAGap() {
        assertThatThrownBy(() -> set("V1__a.sql", "V3__c.sql"))
                .hasMessageContaining("brings the migration script V3__c.sql but none with the number 2");
        assertThatThrownBy(() -> set("V2__b.sql")).hasMessageContaining("none with the number 1");
        assertThatThrownBy(() -> set("V1__a.sql", "V1__b.sql"))
                .hasMessageContaining("two migration scripts with the number 1, V1__a.sql and V1__b.sql");
        assertThatThrownBy(SchemaRefusalTest::set).hasMessageContaining("brings no script for it");
        assertThatThrownBy(() -> set("1__a.sql")).hasMessageContaining("not of the form V1__what_it_does.sql");
        assertThatThrownBy(() -> MigrationScript.of("b", "V1__a.sql", "SELECT\0 1".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("is not text in UTF-8");
        assertThatThrownBy(() -> MigrationScript.of("b", "V1__a.sql", new byte[] {(byte) 0xff, 0}))
                .hasMessageContaining("is not text in UTF-8");
    }

    @Test
    void theHeaderNamesOneNamespaceAndAFolder() {
        assertThat(header("acme")).isEqualTo(new MigrationHeader("acme", "migrations", true));
        assertThat(header(" acme.todo-list ; path = /db/sql/ "))
                .isEqualTo(new MigrationHeader("acme.todo-list", "db/sql", true));
        assertThat(header("acme;path=\"db\"")).isEqualTo(new MigrationHeader("acme", "db", true));
        assertThat(header("acme;accounts=none;path=db")).isEqualTo(new MigrationHeader("acme", "db", false));
        assertThat(header("acme;path=db ; accounts = \"none\"")).isEqualTo(new MigrationHeader("acme", "db", false));
        for (String wrong : List.of(
                "",
                "Acme",
                "a,b",
                "a;path=",
                "a;paht=x",
                "a b",
                "1a",
                "a;path=x;path=y",
                "a;accounts=some",
                "a;accounts=none;accounts=none",
                "a;accounts=nonesuch",
                "a".repeat(65))) {
            assertThatThrownBy(() -> header(wrong)).as(wrong).hasMessageContaining("Bundle b has the header");
        }
    }

    private static MigrationHeader header(String value) {
        return MigrationHeader.of("b", true, value).orElseThrow();
    }

    private static MigrationSet set(String... files) {
        return MigrationSet.of(
                "acme",
                "acme",
                true,
                Arrays.stream(files)
                        .map(file -> MigrationScript.of("acme", file, "SELECT 1".getBytes(StandardCharsets.UTF_8)))
                        .toList());
    }

    /** Refused at a start and by the check, in the same words, and not a byte is written. */
    private void refused(List<MigrationSet> sets, SchemaVerdict verdict, String... words) throws IOException {
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> database().migrate(sets)).isInstanceOfSatisfying(SchemaRefusal.class, refusal -> {
            assertThat(refusal.verdict()).isEqualTo(verdict);
            assertThat(refusal.getMessage()).contains(words);
            assertThat(refusal.what()).endsWith(".").doesNotContain("\n");
            assertThat(refusal.remedy()).endsWith(".").doesNotContain("\n");
        });
        SchemaReport report = database().check(() -> sets);
        assertThat(report.verdict()).isEqualTo(verdict.word());
        assertThat(report.accepted()).isFalse();
        assertThat(report.detail()).contains(words);
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        assertThat(folder.toFile().list()).containsExactly("svc.db");
    }

    private SchemaDatabase database() {
        return new SchemaDatabase(file(), folder);
    }

    private Path file() {
        return folder.resolve("svc.db");
    }

    @Test
    void aRefusedStartKeepsTheRows() {
        List<String> before = dump(file());
        assertThatThrownBy(() ->
                        database().migrate(List.of(core, extension("acme.x", "CREATE TABLE acme (x)", "NONSENSE"))))
                .hasMessageContaining("V2__step.sql");
        assertThat(dump(file())).isEqualTo(before);
    }
}
