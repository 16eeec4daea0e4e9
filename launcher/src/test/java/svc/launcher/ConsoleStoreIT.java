package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Commands without a server: the store opens, migrated as at a start, only for commands that need it. */
@Covers(value = "GEN-07", part = "the operations that exist")
final class ConsoleStoreIT {

    @TempDir
    Path directory;

    private Path home;

    @BeforeEach
    void makeHome() {
        home = directory.resolve("home");
        assertThat(svc("init").exit()).isZero();
    }

    @Test
    @Covers("UPG-01")
    void storeCommandCreatesTheDatabaseWithoutLoadingExtensions() {
        install(NotesBundle.with());
        JarBuilder.write(
                TestJars.truncated(TestJars.sound("org.example.half", "1.0.0")), home.resolve("extensions/half.jar"));
        TestJars.throwingComponent("org.example.throwing").writeTo(home.resolve("extensions/throwing.jar"));

        assertThat(svc("note", "check", "one")).returns("notes  one\n", SvcCommand.Finished::out);
        assertThat(database()).doesNotExist();
        assertThat(svc("note", "add", "one")).returns("notes  one\n", SvcCommand.Finished::out);
        assertThat(svc("note", "add", "two", "--json")).returns("{\"notes\":[\"one\",\"two\"]}\n", f -> f.out());
        assertThat(home.resolve("data/svc.db-wal")).doesNotExist();
        assertThat(home.resolve("data/refused-extensions.properties")).doesNotExist();

        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.svc("note", "add", "three", "--json").out()).contains("[\"one\",\"two\",\"three\"]");
        }
    }

    @Test
    void commandWithoutStoreAppliesNoMigrations() {
        install(NotesBundle.with());
        assertThat(svc("note", "add", "one").exit()).isZero();
        install(NotesBundle.with("alter table notes_note add column colour text;"));

        assertThat(svc("note", "check", "x").exit()).isZero();
        assertThat(svc("nothing", "at-all").err()).contains("There is no command svc nothing.");
        assertThat(svc("schema-check").out()).contains("pending");

        SvcCommand.Finished refused = svc("note", "add", "two");
        assertThat(refused.err()).contains("2 columns");
        assertThat(svc("schema-check").out()).contains("ok");
    }

    @Test
    @Covers("UPG-01")
    void failedMigrationOfAnotherExtensionIsRolledBack() throws Exception {
        install(NotesBundle.with());
        assertThat(svc("note", "add", "one").exit()).isZero();
        TestJars.migrating(
                        "org.example.broken", "1.0.0", "org.example.broken", "create table half (x); create table t (")
                .writeTo(home.resolve("extensions/broken.jar"));

        assertThat(svc("schema-check").out()).contains("pending", "org.example.broken");
        assertThat(svc("note", "add", "two", "--json").out()).contains("[\"one\",\"two\"]");
        assertThat(svc("schema", "list").out()).doesNotContain("org.example.broken");
    }

    @Test
    void undeclaredStoreUseIsAnErrorAndServerCommandsAreRejected() throws Exception {
        install(NotesBundle.with());

        SvcCommand.Finished failure = svc("note", "peek", "x");
        assertThat(failure.exit()).isOne();
        assertThat(failure.err()).contains("the command does not declare that it needs the store");
        assertThat(svc("note", "online", "x"))
                .returns(3, SvcCommand.Finished::exit)
                .satisfies(refused -> assertThat(refused.err()).contains("This command needs the running server"));

        Files.writeString(home.resolve("svc.toml"), "\n[sever]\nlisten = 1\n", StandardOpenOption.APPEND);
        assertThat(svc("note", "add", "one").err())
                .contains("There is no command svc note.", "An extension may offer it", "svc.toml:")
                .contains("There is no table [sever]; the nearest is [server].");
        assertThat(database()).doesNotExist();
    }

    @Test
    @Covers("SCH-02")
    void namespaceWithoutBundleIsRejectedUntilRetired() throws Exception {
        install(NotesBundle.with());
        assertThat(svc("note", "add", "kept").exit()).isZero();
        assertThat(svc("schema", "retire", NotesBundle.NAME).err()).contains("which is installed");
        SvcCommand.Finished removed = svc("bundle", "remove", NotesBundle.NAME);
        assertThat(removed.out()).contains("schema retire " + NotesBundle.NAME);
        assertThat(svc("schema-check").exit()).isEqualTo(2);

        SvcCommand.Finished retired = svc("schema", "retire", NotesBundle.NAME, "--json");
        assertThat(retired.exit()).as(retired.err()).isZero();
        Path export = Path.of(
                new ObjectMapper().readTree(retired.out()).path("exported").asText());
        assertThat(export).hasParent(home.resolve("data")).isNotEmptyFile();
        assertThat(svc("doctor", "--json").out()).contains("The database has all migrations of the installed bundles.");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.svc("schema", "list").out()).contains("retired");
            Path jar = NotesBundle.with().writeTo(directory.resolve("notes.jar"));
            assertThat(server.svc("bundle", "install", jar.toString()).exit()).isZero();
            assertThat(server.svc("note", "add", "fresh", "--json").out()).contains("[\"fresh\"]");
        }
    }

    private void install(JarBuilder jar) {
        jar.writeTo(home.resolve("extensions/notes.jar"));
    }

    private Path database() {
        return home.resolve("data/svc.db");
    }

    private SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(home, words);
    }
}
