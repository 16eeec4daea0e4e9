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
        SvcCommand.makeHome(home);
    }

    @Test
    @Covers("UPG-01")
    void onlyACommandThatNeedsTheStoreMigratesAndLoadsOnlyItsExtension() {
        install(NotesBundle.with());
        JarBuilder.write(
                TestJars.truncated(TestJars.sound("org.example.half", "1.0.0")), home.resolve("extensions/half.jar"));
        TestJars.throwingComponent("org.example.throwing").writeTo(home.resolve("extensions/throwing.jar"));

        assertThat(svc("note", "check", "one")).returns("notes  one\n", SvcCommand.Finished::out);
        assertThat(database()).doesNotExist();
        assertThat(svc("note", "add", "one")).returns("notes  one\n", SvcCommand.Finished::out);
        assertThat(home.resolve("data/svc.db-wal")).doesNotExist();
        assertThat(home.resolve("data/refused-extensions.properties")).doesNotExist();

        install(NotesBundle.with("create table notes_more (x);"));
        TestJars.migrating(
                        "org.example.broken", "1.0.0", "org.example.broken", "create table half (x); create table t (")
                .writeTo(home.resolve("extensions/broken.jar"));
        assertThat(svc("nothing", "at-all").err()).contains("There is no command svc nothing.");
        assertThat(svc("schema-check").out()).contains("pending", NotesBundle.NAME, "org.example.broken");
        assertThat(svc("note", "add", "two", "--json").out()).isEqualTo("{\"notes\":[\"one\",\"two\"]}\n");
        assertThat(svc("schema-check").out())
                .as("the failed migration of the other extension is rolled back")
                .contains("pending", "org.example.broken")
                .doesNotContain(NotesBundle.NAME);
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
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.command("", "schema", "list").out()).contains("retired");
            assertThat(server.command("", "doctor", "--json").out())
                    .contains("The database has all migrations of the installed bundles.");
            Path jar = NotesBundle.with().writeTo(directory.resolve("notes.jar"));
            assertThat(server.command("", "bundle", "install", jar.toString()).exit())
                    .isZero();
            assertThat(server.command("", "note", "add", "fresh", "--json").out())
                    .contains("[\"fresh\"]");
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
