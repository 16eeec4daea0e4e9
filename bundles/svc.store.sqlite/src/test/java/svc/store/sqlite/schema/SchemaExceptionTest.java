package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.store.sqlite.schema.SchemaFixture.core;
import static svc.store.sqlite.schema.SchemaFixture.dump;
import static svc.store.sqlite.schema.SchemaFixture.execute;
import static svc.store.sqlite.schema.SchemaFixture.extension;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.schema.BundleMigrations.Header;
import svc.store.sqlite.schema.MigrationSet.Script;
import svc.store.sqlite.schema.SchemaReport.Verdict;
import svc.testkit.Covers;

/** Every cause for which a start or a new bundle is refused before anything is written. */
class SchemaExceptionTest {

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
                Verdict.NEWER,
                "V2__later.sql of the namespace core, which the installed bundle svc.store.sqlite does not know",
                "Install the release that wrote it");
    }

    @Test
    @Covers("UPG-02")
    void aHigherSchemaVersionIsRefused() throws IOException {
        execute(file(), "PRAGMA user_version = 2");
        refused(List.of(core, acme), Verdict.NEWER, "schema version is 2", "Install the release that wrote it");
    }

    @Test
    @Covers("UPG-02")
    void anExtensionOlderThanItsTablesIsRefusedAlone() throws IOException {
        execute(file(), ROW.formatted("2.2", "acme.x/V2__later.sql"));
        refusedAlone(
                acme,
                List.of(core, acme),
                "V2__later.sql",
                "a newer version wrote it",
                "Install the newer version of bundle acme.x.bundle again.");
    }

    @Test
    void aMalformedExtensionIsRefusedAloneAndKeepsItsNamespaceKnown() throws IOException {
        SchemaException fault =
                new SchemaException("Bundle acme.x.bundle has the header Nonsense.", "Correct the header.");
        for (String namespace : List.of("acme.x", "")) {
            MigrationSet faulty = MigrationSet.faulty(namespace, "acme.x.bundle", fault);
            refusedAlone(faulty, List.of(core, faulty), "has the header Nonsense", "Correct the header.");
        }
    }

    @Test
    @Covers("SCH-02")
    void aNamespaceWithoutItsBundleIsRefusedAndNamedWithBothWaysOut() throws IOException {
        refused(
                List.of(core),
                Verdict.UNKNOWN_NAMESPACE,
                "namespace acme.x",
                "`svc schema park acme.x`",
                "`svc schema retire acme.x`");
    }

    @Test
    @Covers("SCH-02")
    void aForeignRowInTheHistoryIsRejectedByName() throws IOException {
        execute(file(), ROW.formatted("77.1", "acme.y/V1__x.sql"));
        refused(List.of(core, acme), Verdict.UNKNOWN_NAMESPACE, "namespace acme.y");
        execute(file(), "UPDATE flyway_schema_history SET script = 'V77__x.sql' WHERE version = '77.1'");
        refused(List.of(core, acme), Verdict.UNKNOWN_NAMESPACE, "namespace 77.1");
        execute(file(), "DELETE FROM flyway_schema_history WHERE version = '77.1'");
        execute(file(), "INSERT INTO schema_namespace VALUES ('acme.z', 78, 'active', 'z')");
        refused(List.of(core, acme), Verdict.UNKNOWN_NAMESPACE, "namespace acme.z");
    }

    @Test
    void aChangedScriptOfAnExtensionIsRefusedAlone() throws IOException {
        MigrationSet changed = extension("acme.x", "CREATE TABLE acme (y)");
        refusedAlone(
                changed,
                List.of(core, changed),
                "The migration script V1__step.sql of bundle acme.x.bundle was changed",
                "`svc bundle remove acme.x.bundle`");
    }

    @Test
    void aChangedScriptOfTheDistributionIsRefused() throws IOException {
        refused(
                List.of(core("CREATE TABLE account (m INTEGER PRIMARY KEY)"), acme),
                Verdict.UNREADABLE,
                "The migration script V1__step.sql of bundle svc.store.sqlite was changed");
    }

    @Test
    void ofTwoBundlesWithOneNamespaceTheOneThatHasTheTablesStays() throws IOException {
        MigrationSet copy = SchemaFixture.set("acme.x", "thief", true, "CREATE TABLE acme (x)");
        refusedAlone(copy, List.of(copy, core, acme), "Bundles acme.x.bundle and thief both declare");
        assertThatCode(() -> database().admit(acme, List.of(copy, core, acme))).doesNotThrowAnyException();

        MigrationSet second = SchemaFixture.set("core", "thief", true, "CREATE TABLE acme (x)");
        refusedAlone(
                second,
                List.of(second, core, acme),
                "Bundles svc.store.sqlite and thief both declare",
                "`svc bundle remove thief`");
        MigrationSet twin = SchemaFixture.set("core", "svc.twin", false, "CREATE TABLE acme (x)");
        refused(
                List.of(core, twin, acme),
                Verdict.UNREADABLE,
                "Bundles svc.store.sqlite and svc.twin both declare",
                "Install the distribution again");
    }

    @Test
    void aRowThatFailedHalfWayIsRefused() throws IOException {
        execute(file(), "UPDATE flyway_schema_history SET success = 0 WHERE version = '1.1'");
        refused(List.of(core, acme), Verdict.UNREADABLE, "was applied only in part", "Restore a backup");
    }

    @Test
    void aForeignDatabaseIsRefused() throws IOException {
        Files.delete(file());
        execute(file(), "CREATE TABLE somebody (x)");
        refused(List.of(core), Verdict.UNREADABLE, "it is not a database of this server");
    }

    @Test
    void aFileThatIsNoDatabaseIsRejected() throws IOException {
        byte[] noise = new byte[5000];
        Arrays.fill(noise, (byte) 'x');
        Files.write(file(), noise);
        refused(List.of(core, acme), Verdict.UNREADABLE, "is not an SQLite database");
        assertThat(Files.readAllBytes(file())).isEqualTo(noise);
    }

    @Test
    void aDamagedDatabaseIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, 100, 4096, (byte) 0x5a);
        Files.write(file(), bytes);
        refused(List.of(core, acme), Verdict.UNREADABLE, "is damaged", "Restore a backup");
    }

    @Test
    void aDatabaseThatEndsWithinAPageIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(bytes, bytes.length - 1));
        refused(List.of(core, acme), Verdict.UNREADABLE, "is damaged", "Restore a backup");
        Files.write(file(), bytes);
        assertThat(database().migrate(List.of(core, acme)).applied()).isNotEmpty();
    }

    @Test
    void aFolderInItsPlaceIsRefused() throws IOException {
        Files.delete(file());
        Files.createDirectory(file());
        assertThatThrownBy(() -> database().migrate(List.of(core)))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("is not a file");
    }

    @Test
    void scriptsMustBeNumberedFromOneWithoutAGap() {
        assertThatThrownBy(() -> set("V1__a.sql", "V3__c.sql"))
                .hasMessageContaining("contains the migration script V3__c.sql but none with the number 2");
        assertThatThrownBy(() -> set("V2__b.sql")).hasMessageContaining("none with the number 1");
        assertThatThrownBy(() -> set("V1__a.sql", "V1__b.sql"))
                .hasMessageContaining("two migration scripts with the number 1, V1__a.sql and V1__b.sql");
        assertThatThrownBy(SchemaExceptionTest::set).hasMessageContaining("contains no script for it");
        assertThatThrownBy(() -> set("1__a.sql")).hasMessageContaining("not of the form V1__what_it_does.sql");
        assertThatThrownBy(() -> Script.of("b", "V1__a.sql", "SELECT\0 1".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("is not text in UTF-8");
        assertThatThrownBy(() -> Script.of("b", "V1__a.sql", new byte[] {(byte) 0xff, 0}))
                .hasMessageContaining("is not text in UTF-8");
    }

    @Test
    void theHeaderNamesOneNamespaceAndAFolder() {
        assertThat(header("acme")).isEqualTo(new Header("acme", "migrations", true));
        assertThat(header(" acme.todo-list ; path = /db/sql/ "))
                .isEqualTo(new Header("acme.todo-list", "db/sql", true));
        assertThat(header("acme;path=\"db\"")).isEqualTo(new Header("acme", "db", true));
        assertThat(header("acme;accounts=none;path=db")).isEqualTo(new Header("acme", "db", false));
        assertThat(header("acme;path=db ; accounts = \"none\"")).isEqualTo(new Header("acme", "db", false));
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

    private static Header header(String value) {
        return Header.of("b", true, value).orElseThrow();
    }

    private static MigrationSet set(String... files) {
        return MigrationSet.of(
                "acme",
                "acme",
                true,
                Arrays.stream(files)
                        .map(file -> Script.of("acme", file, "SELECT 1".getBytes(StandardCharsets.UTF_8)))
                        .toList());
    }

    /** Checks that the start and the schema check refuse with the same message, and that no byte is written. */
    private void refused(List<MigrationSet> sets, Verdict verdict, String... words) throws IOException {
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> database().migrate(sets)).isInstanceOfSatisfying(SchemaException.class, refusal -> {
            assertThat(refusal.report().verdict()).isEqualTo(verdict.word());
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

    /** Checks that the server starts without the extension, that the check reports it, and that no byte is written. */
    private void refusedAlone(MigrationSet extension, List<MigrationSet> sets, String... words) throws IOException {
        byte[] before = Files.readAllBytes(file());
        SchemaDatabase database = database();
        assertThat(database.migrate(sets).versions()).containsEntry("core", 1);
        assertThatThrownBy(() -> database.admit(extension, sets))
                .isInstanceOf(SchemaException.class)
                .hasMessageContainingAll(words);
        SchemaReport report = database().check(() -> sets);
        assertThat(report.accepted()).isTrue();
        assertThat(report.detail()).contains("An extension will be refused: ").contains(words);
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        assertThat(folder.toFile().list()).containsExactly("svc.db");
    }

    private SchemaDatabase database() {
        return SchemaFixture.database(file(), folder);
    }

    private Path file() {
        return folder.resolve("svc.db");
    }

    @Test
    @Covers("UPG-01")
    void aBrokenMigrationOfAnExtensionIsRolledBackAndTheOthersAreApplied() {
        MigrationSet broken =
                extension("acme.x", "CREATE TABLE acme (x)", "CREATE TABLE half (x); INSERT INTO nowhere VALUES (1)");
        MigrationSet good = extension("zoo", "CREATE TABLE zoo (x)");
        MigrationSet more = core("CREATE TABLE account (n INTEGER PRIMARY KEY)", "CREATE TABLE more (x)");
        SchemaState state = database().migrate(List.of(more, broken, good));
        assertThat(state.versions())
                .containsEntry("core", 2)
                .containsEntry("acme.x", 1)
                .containsEntry("zoo", 1);
        assertThat(dump(file())).noneMatch(line -> line.contains("half"));
        assertThatThrownBy(() -> database().admit(broken, List.of(more, broken, good)))
                .hasMessageContaining("V2__step.sql");
    }

    @Test
    @Covers("UPG-01")
    void aBrokenMigrationOfTheDistributionRefusesTheStartAndKeepsTheRows() {
        List<String> before = dump(file());
        MigrationSet broken = core("CREATE TABLE account (n INTEGER PRIMARY KEY)", "NONSENSE");
        assertThatThrownBy(() -> database().migrate(List.of(broken, extension("zoo", "CREATE TABLE zoo (x)"), acme)))
                .hasMessageContaining("V2__step.sql");
        assertThat(dump(file())).isEqualTo(before);
    }
}
