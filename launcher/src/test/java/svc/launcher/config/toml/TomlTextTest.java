package svc.launcher.config.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.launcher.config.StrictToml;
import svc.launcher.config.TomlReading;

/** The syntax of the file: what can be parsed, and the problems of texts that are not TOML. */
class TomlTextTest extends TomlReading {

    @Test
    void syntaxErrorsAreExplainedAndParsingContinues() {
        assertThat(problems("""
                        [server]
                        listen = localhost
                        body_max = 12 kB
                        admin_bind = "127.0.0.1
                        ports = [1, 2
                        lissen = 1
                        [auth
                        basic = 1
                        ratio
                        dpop_resource = "a\\qb"
                        ="x"
                        """))
                .containsExactly(
                        "svc.toml:2:10: A valid value is missing here.",
                        "svc.toml:3:15: The value is followed by text that does not belong to it.",
                        "svc.toml:4:24: The text is not closed.",
                        "svc.toml:5:14: The list is not closed.",
                        "svc.toml:6:1: There is no key lissen in [server]; the nearest is listen.",
                        "svc.toml:7:6: The name of the table is not closed.",
                        "svc.toml:9:6: The equals sign after the key is missing.",
                        "svc.toml:10:19: The text has an invalid escape sequence.",
                        "svc.toml:11:1: A key or a table in square brackets is missing here.");
    }

    @Test
    void duplicatesAreReportedWithBothLines() {
        assertThat(problems("""
                        [server]
                        listen = "a"
                        listen = "b"
                        [auth]
                        basic = true
                        [server]
                        admin_bind = 3
                        lissen = "c"
                        [auth.basic]
                        anything = 1
                        """))
                .containsExactly(
                        "svc.toml:3:1: The key listen is given twice, first in line 2.",
                        "svc.toml:6:1: The table [server] is given twice, first in line 1.",
                        "svc.toml:7:1: The key admin_bind of [server] must be a text in quotes, but it is a whole number.",
                        "svc.toml:8:1: There is no key lissen in [server]; the nearest is listen.",
                        "svc.toml:9:1: The table [auth.basic] is given twice, first in line 5.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.listen = \"x\"\n",
                "server = {listen = \"x\"}\n",
                "[\"server\"]\n'listen' = \"x\"\n",
                "\uFEFF[server]\r\nlisten = \"x\"\r\n",
                "  [ server ] # remark\n\tlisten=\"\"\"x\"\"\"",
                "[server]\nlisten = '''\n# not a remark\nx'''",
            })
    void everyTomlNotationIsParsed(String toml) {
        StrictToml.Reading reading = read(toml);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .filteredOn(setting -> setting.key().key().equals("listen"))
                .allSatisfy(setting ->
                        assertThat(setting.value().orElseThrow()).asString().endsWith("x"));
    }

    @Test
    void commentsInMultilineStringsAreText() {
        assertThat(read("[server]\nlisten = '''\n# not a remark\nx'''")
                        .configuration()
                        .properties()
                        .get("svc.server"))
                .containsEntry("listen", "# not a remark\nx");
    }

    @Test
    void invalidUtf8IsReportedWithItsPosition() {
        assertThat(read(new byte[] {'#', '\n', 'a', (byte) 0xC3, '(', '\n'}).problems())
                .extracting(ConfigProblem::line, ConfigProblem::column)
                .containsExactly(tuple(2, 2));
        assertThat(read("[server]\nlisten = \"ä\u0000b\"\nlissen = 1\n").problems())
                .extracting(ConfigProblem::line, ConfigProblem::column)
                .containsExactly(tuple(2, 12), tuple(3, 1));
    }

    @Test
    void rejectsHugeFilesAndCountsManyProblems() {
        assertThat(problems("# x\n".repeat(100_000))).containsExactly("svc.toml: The file is longer than 256 KiB.");
        StringBuilder many = new StringBuilder("[server]\n");
        for (int i = 0; i < 1_000; i++) {
            many.append("unknown_").append(i).append(" = 1\n");
        }
        assertThat(problems(many.toString())).hasSize(101).last().isEqualTo("svc.toml: There are 900 more problems.");
        assertThat(problems("a = " + "[".repeat(50_000))).isNotEmpty();
    }

    @Test
    void unreadableFilesAreNamed() throws IOException {
        Path missing = directory.resolve("none.toml");
        assertThat(StrictToml.read(catalogue(), missing, List.of()).problems())
                .extracting(ConfigProblem::text)
                .containsExactly(missing + ": The file does not exist.");
        Path folder = Files.createDirectory(directory.resolve("folder.toml"));
        assertThat(StrictToml.read(catalogue(), folder, List.of()).problems())
                .extracting(ConfigProblem::text)
                .containsExactly(folder + ": It is not a file.");
    }
}
