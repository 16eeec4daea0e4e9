package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Prerequisite;
import svc.testkit.TestJars;

/** {@code svc bundle remove} of a bundle with keys in {@code svc.toml}, at a terminal and without one. */
final class CommentOutQuestionIT {

    private static final String QUESTION = "[keyed]. Comment them out? (y/N)";
    private static final String LINES = "\n[keyed]\ncolour = \"red\"\n";
    private static final String COMMENTED = "\n# [keyed]\n# colour = \"red\"\n";

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static String configuration;

    @BeforeAll
    static void start() throws IOException {
        server = SvcCommand.svc().start(home).ready();
        configuration = configuration(home);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void install() throws IOException {
        Files.writeString(home.resolve("svc.toml"), configuration + LINES);
        installJar(home);
        server.await(
                "installed", () -> server.command("", "bundle", "list").out().contains("keyed"));
    }

    private static String configuration(Path home) throws IOException {
        return Files.readString(home.resolve("svc.toml"));
    }

    private static void installJar(Path home) {
        TestJars.requiringKey("keyed", "svc.keyed", "colour").writeTo(home.resolve("extensions/k.jar"));
    }

    /** Runs the command in a pseudo-terminal, with a typed answer. */
    private static SvcCommand.Finished remove(Path home, String answer, String... words) {
        Prerequisite.program("CommentOutQuestionIT", "script");
        String all = "bundle remove " + String.join(" ", words) + " --home " + home;
        return SvcCommand.svc()
                .through("sh", "-c", "exec script -qec \"$*\" /dev/null", "sh")
                .answer(answer, all.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource({"y, keyed, true", "YES, k.jar, true", "n, k, false", "'', keyed, false"})
    void commandAsksAtATerminal(String answer, String name, boolean commented) throws IOException {
        assertAsks(home, answer, name, commented);
    }

    private static void assertAsks(Path home, String answer, String name, boolean commented) throws IOException {
        SvcCommand.Finished removed = remove(home, answer + "\n", name);
        assertThat(removed.exit()).as(removed.toString()).isZero();
        assertThat(removed.out()).contains(QUESTION);
        assertThat(home.resolve("extensions/k.jar")).doesNotExist();
        assertThat(configuration(home)).endsWith(commented ? COMMENTED : LINES);
        assertThat(removed.out().contains("with --comment-out-config")).isNotEqualTo(commented);
    }

    @Test
    void commandAsksWithoutAServerToo(@TempDir Path directory) throws IOException {
        Path stopped = directory.resolve("home");
        SvcCommand.makeHome(stopped);
        installJar(stopped);
        Files.writeString(stopped.resolve("svc.toml"), LINES, StandardOpenOption.APPEND);
        assertAsks(stopped, "y", "keyed", true);
    }

    @Test
    void noQuestionWithTheFlagOrWithoutTables() throws IOException {
        assertThat(remove(home, "", "keyed", CommentOutQuestion.FLAG).out()).doesNotContain("(y/N)");
        assertThat(configuration(home)).endsWith(COMMENTED);
        installJar(home);
        assertThat(remove(home, "", "keyed").out()).doesNotContain("(y/N)");
    }

    @Test
    void withoutTerminalTheErrorNamesTheTablesAndTheFlag() throws IOException {
        SvcCommand.Finished removed = server.svc("bundle", "remove", "keyed");
        assertThat(removed.out())
                .contains("[keyed]", "[keyed] colour", CommentOutQuestion.FLAG)
                .doesNotContain("(y/N)");
        assertThat(configuration(home)).endsWith(LINES);
    }
}
