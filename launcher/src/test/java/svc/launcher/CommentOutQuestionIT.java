package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.JarBuilder;
import svc.testkit.Prerequisite;
import svc.testkit.TestJars;

/** {@code svc bundle remove} of a bundle with keys in {@code svc.toml}, at a terminal and without one. */
final class CommentOutQuestionIT {

    private static final String QUESTION = "[keyed]. Comment them out? (y/N)";
    private static final String LINES = "\n[keyed]\ncolour = \"red\"\n";
    private static final String COMMENTED = "\n# [keyed]\n# colour = \"red\"\n";

    @TempDir
    private Path home;

    private Path file;

    @BeforeEach
    void install() throws IOException {
        assertThat(SvcCommand.svc().in(home, "init").exit()).isZero();
        JarBuilder.write(
                TestJars.requiringKey("keyed", "svc.keyed", "colour").bytes(), home.resolve("extensions/k.jar"));
        file = home.resolve("svc.toml");
        Files.writeString(file, Files.readString(file) + LINES);
    }

    /** Runs the command in a pseudo-terminal, with a typed answer. */
    private SvcCommand.Finished remove(String answer, String... words) {
        Prerequisite.program("CommentOutQuestionIT", "script");
        String all = "bundle remove " + String.join(" ", words) + " --home " + home;
        return SvcCommand.svc()
                .through("sh", "-c", "exec script -qec \"$*\" /dev/null", "sh")
                .answer(answer, all.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({"y, keyed, true", "YES, k.jar, true", "n, k, false", "'', keyed, false"})
    void commandAsksAtATerminal(String answer, String name, boolean commented) throws IOException {
        SvcCommand.Finished removed = remove(answer + "\n", name);
        assertThat(removed.exit()).as(removed.toString()).isZero();
        assertThat(removed.out()).contains(QUESTION);
        assertThat(home.resolve("extensions/k.jar")).doesNotExist();
        assertThat(Files.readString(file)).endsWith(commented ? COMMENTED : LINES);
        assertThat(removed.out().contains("with --comment-out-config")).isNotEqualTo(commented);
    }

    @Test
    void commandAsksForARunningServerToo() throws IOException {
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            SvcCommand.Finished removed = remove("y\n", "keyed");
            assertThat(removed.out()).contains(QUESTION);
            assertThat(Files.readString(file)).endsWith(COMMENTED);
            assertThat(server.terminate()).isZero();
        }
    }

    @Test
    void noQuestionWithTheFlagOrWithoutTables() throws IOException {
        assertThat(remove("", "keyed", CommentOutQuestion.FLAG).out()).doesNotContain("(y/N)");
        assertThat(Files.readString(file)).endsWith(COMMENTED);
        JarBuilder.write(
                TestJars.requiringKey("keyed", "svc.keyed", "colour").bytes(), home.resolve("extensions/k.jar"));
        assertThat(remove("", "keyed").out()).doesNotContain("(y/N)");
    }

    @Test
    void withoutTerminalTheErrorNamesTheTablesAndTheFlag() throws IOException {
        SvcCommand.Finished removed = SvcCommand.svc().in(home, "bundle", "remove", "keyed");
        assertThat(removed.out())
                .contains("[keyed]", "[keyed] colour", CommentOutQuestion.FLAG)
                .doesNotContain("(y/N)");
        assertThat(Files.readString(file)).endsWith(LINES);
    }
}
