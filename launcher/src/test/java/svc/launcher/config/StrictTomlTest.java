package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

class StrictTomlTest {

    private static final String SECRET = "Zk9sEcReTv4lue-Zk9sEcReTv4lue";

    @TempDir
    Path directory;

    private KeyCatalogue catalogue = KeyCatalogue.of(List.of());

    @BeforeEach
    void makeCatalogue() {
        catalogue = KeyJar.server(directory);
    }

    private StrictToml.Reading read(byte[] toml, String... overrides) {
        Path file = directory.resolve("svc.toml");
        try {
            Files.write(file, toml);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return StrictToml.read(catalogue, file, List.of(overrides));
    }

    private StrictToml.Reading read(String toml, String... overrides) {
        return read(toml.getBytes(StandardCharsets.UTF_8), overrides);
    }

    /** The problems, without the directory. */
    private List<String> problems(String toml, String... overrides) {
        return read(toml, overrides).problems().stream()
                .map(problem -> problem.text().replace(directory + "/", ""))
                .toList();
    }

    @Test
    @Covers("CFG-01")
    void goodFileGivesThePropertiesOfEveryPid() {
        StrictToml.Reading reading = read("""
                [server]
                listen = "[::]:0"
                admin_bind = "127.0.0.1:8081"
                trusted_proxies = ["10.0.0.1", '10.0.0.2']
                body_max = 2_048
                [auth]
                dpop_resource = "require"
                ratio = 1
                tokens.hours = 0x10
                """);

        assertThat(reading.problems()).isEmpty();
        Map<String, Map<String, Object>> properties = reading.configuration().properties();
        assertThat(properties).containsOnlyKeys("svc.server", "svc.admin", "svc.auth", "svc.auth.tokens");
        assertThat(properties.get("svc.server"))
                .containsEntry("listen", "[::]:0")
                .containsEntry("admin.bind", "127.0.0.1:8081")
                .containsEntry("trusted.proxies", new String[] {"10.0.0.1", "10.0.0.2"})
                .containsEntry("ports", new Integer[] {1, 2})
                .containsEntry("body.max", 2048L);
        assertThat(properties.get("svc.auth")).containsEntry("ratio", 1.0).containsEntry("basic", false);
        assertThat(properties.get("svc.auth.tokens")).containsEntry("hours", 16);
    }

    @Test
    @Covers("CFG-01")
    void everyErrorIsNamedAtOnceWithItsPlaceAndTheNearestName() {
        assertThat(problems("""
                        # a remark
                        [sever]
                        listen = "x"

                        [server]
                          lissen = "x"
                        Listen = "x"
                        admin-bind = "y"
                        listen = 8080
                        ports = [1, "two", 70000]
                        body_max = 3
                        frobnicate = 1
                        [auth]
                        dpop_resource = "strict"
                        basic = "yes"
                        foo = 1
                        listen = "here"
                        [auth.token]
                        hours = 1
                        """))
                .containsExactly(
                        "svc.toml:2:1: There is no table [sever]; the nearest is [server].",
                        "svc.toml:6:3: There is no key lissen in [server]; the nearest is listen.",
                        "svc.toml:7:1: There is no key Listen in [server]; the nearest is listen.",
                        "svc.toml:8:1: There is no key admin-bind in [server]; the nearest is admin_bind.",
                        "svc.toml:9:1: The key listen of [server] must be a text in quotes, but it is a whole number.",
                        "svc.toml:10:1: Value 2 of the key ports of [server] must be a whole number, but it is a text.",
                        "svc.toml:10:1: Value 3 of the key ports of [server] must be at least 1 and at most 65535, but it is"
                                + " 70000.",
                        "svc.toml:11:1: The key body_max of [server] must be at least 1024, but it is 3.",
                        "svc.toml:12:1: There is no key frobnicate in [server].",
                        "svc.toml:14:1: The key dpop_resource of [auth] must be one of off, monitor, require, but it is"
                                + " \"strict\".",
                        "svc.toml:15:1: The key basic of [auth] must be true or false, but it is a text.",
                        "svc.toml:16:1: There is no key foo in [auth].",
                        "svc.toml:17:1: There is no key listen in [auth]; there is one in [server].",
                        "svc.toml:18:1: There is no table [auth.token]; the nearest is [auth.tokens].");
    }

    @Test
    void syntaxErrorsAreSaidInPlainWordsAndTheRestIsStillLookedAt() {
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
                        "svc.toml:2:10: Here a value must stand, and there is none that can be understood.",
                        "svc.toml:3:15: Behind the value stands something that does not belong to it.",
                        "svc.toml:4:24: The text is not closed.",
                        "svc.toml:5:14: The list is not closed.",
                        "svc.toml:6:1: There is no key lissen in [server]; the nearest is listen.",
                        "svc.toml:7:6: The name of the table is not closed.",
                        "svc.toml:9:6: Behind the key the equals sign is missing.",
                        "svc.toml:10:19: The text has a backslash that has no meaning there.",
                        "svc.toml:11:1: Here a key or a table in square brackets must stand.");
    }

    @Test
    void keysAndTablesGivenTwiceAreNamedWithBothLinesAndStillLookedInto() {
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

    @Test
    void keysOutsideOfATableAndTablesAsValuesAreExplained() {
        assertThat(problems("listen = \"x\"\nfoo = 1\nserver = 3\n[[auth]]\nbasic = true\n[admin.token]\n"))
                .containsExactly(
                        "svc.toml:1:1: The key listen stands in no table.",
                        "svc.toml:2:1: The key foo stands in no table.",
                        "svc.toml:3:1: The name server is a table, but it is given as a whole number.",
                        "svc.toml:4:1: The table [auth] stands in double brackets, which begin a list of tables.",
                        "svc.toml:6:1: The key token of [admin] must be a text in quotes, but it is a table.");
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
    void everyWayOfWritingTomlIsUnderstood(String toml) {
        StrictToml.Reading reading = read(toml);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .filteredOn(setting -> setting.key().key().equals("listen"))
                .allSatisfy(setting ->
                        assertThat(setting.value().orElseThrow()).asString().endsWith("x"));
    }

    @Test
    void remarksInATextOfSeveralLinesBelongToTheText() {
        assertThat(read("[server]\nlisten = '''\n# not a remark\nx'''")
                        .configuration()
                        .properties()
                        .get("svc.server"))
                .containsEntry("listen", "# not a remark\nx");
    }

    @ParameterizedTest
    @CsvSource({
        "1, Long",
        "1.5, a number with a fraction",
        "true, true or false",
        "[1], a list",
        "{a=1}, a table",
        "1979-05-27, a date or time",
        "07:32:00, a date or time",
    })
    void everyWrongTypeIsNamed(String value, String found) {
        String expected = found.equals("Long") ? "a whole number" : found;

        assertThat(problems("[server]\nlisten = " + value + "\n"))
                .containsExactly("svc.toml:2:1: The key listen of [server] must be a text in quotes, but it is "
                        + expected + ".");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nan", "inf", "-inf", "1.01", "-0.1"})
    void numbersBeyondTheirLimitsAreRefused(String value) {
        assertThat(problems("[auth]\nratio = " + value + "\n"))
                .hasSize(1)
                .first()
                .asString()
                .contains("ratio", "must");
    }

    @Test
    void listsHaveTheirOwnTypeAndLength() {
        assertThat(problems("[server]\ntrusted_proxies = \"a\"\nports = [1,2,3,4]\n"))
                .containsExactly(
                        "svc.toml:2:1: The key trusted_proxies of [server] must be a list of texts in square brackets, but it"
                                + " is a text.",
                        "svc.toml:3:1: The key ports of [server] must have at most 3 values, but it has 4.");
    }

    @Test
    void hugeWholeNumbersDoNotBecomeSmallOnes() {
        assertThat(problems("[auth.tokens]\nhours = 4294967297\n"))
                .containsExactly(
                        "svc.toml:2:1: The key hours of [auth.tokens] must be a whole number of at most 2147483647,"
                                + " but it is 4294967297.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token = %s",
                "token = 1%s",
                "token = 0x%s",
                "token = \"%s\" %s",
                "token = '%s",
                "token = \"%s\\%s\"",
                "token = \"\\u%s\"",
                "token = [\"%s\" \"%s\"]",
                "token = [\"%s\"]",
                "token = {a = \"%s\"}",
                "token = {a = \"%s\"",
                "token = \"\"\"%s",
                "token = 1979-%s",
                "token: %s",
                "token %s",
                "tokne = \"%s\"",
                "token = \"Zk9sEc\"",
            })
    @Covers("CFG-01")
    void aSecretIsInNoMessage(String line) {
        String toml = "[admin]\n" + line.replace("%s", SECRET) + "\n";

        assertThat(read(toml).problems())
                .isNotEmpty()
                .allSatisfy(problem ->
                        assertThat(problem.text() + problem.remedy()).doesNotContain("Zk9s", "sEc", "v4lue"));
        assertThat(read("", "admin.token=" + SECRET).problems())
                .isNotEmpty()
                .allSatisfy(
                        problem -> assertThat(problem.text() + problem.remedy()).doesNotContain("Zk9s"));
    }

    @Test
    void missingKeysAreNamedWithTheLineToAdd() {
        catalogue = KeyCatalogue.of(List.of(new KeyJar("notes")
                .pid("svc.notes", "<AD id=\"url\" type=\"String\"/><AD id=\"depth\" type=\"Integer\" min=\"3\"/>")
                .in(directory)));

        assertThat(read("# nothing\n\n").problems())
                .extracting(ConfigProblem::line, ConfigProblem::sentence, ConfigProblem::remedy)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                2,
                                "The key depth of [notes] is missing; the bundle notes needs it.",
                                "Add the line  depth = 3  below [notes]."),
                        org.assertj.core.groups.Tuple.tuple(
                                2,
                                "The key url of [notes] is missing; the bundle notes needs it.",
                                "Add the line  url = \"…\"  below [notes]."));
        assertThat(problems("\n\n[notes]\nurl = \"x\"\n"))
                .containsExactly("svc.toml:3:1: The key depth of [notes] is missing; the bundle notes needs it.");
        assertThat(problems("[notes]\nurl = \"x\"\n", "notes.depth=4")).isEmpty();
        assertThat(problems("[notes]\nurl = 3\ndepth = 3\n"))
                .containsExactly(
                        "svc.toml:2:1: The key url of [notes] must be a text in quotes, but it is a whole number.");
    }

    @Test
    void overridesWinAreCheckedAlikeAndKnowWhereTheyCameFrom() {
        StrictToml.Reading reading = read("[server]\nlisten = \"a\"\n", "server.listen=\"b\"", "auth.basic = true");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .filteredOn(setting -> !setting.source().equals("default"))
                .extracting(
                        setting -> setting.key().address(),
                        setting -> setting.value().orElseThrow(),
                        Setting::source)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("auth.basic", true, "override"),
                        org.assertj.core.groups.Tuple.tuple("server.listen", "b", "override"));
        assertThat(problems(
                        "",
                        "server.lissen=\"b\"",
                        "auth.basic=1",
                        "nothing",
                        "server.listen=b",
                        "[server]",
                        "a=1\nb=2"))
                .containsExactly(
                        "--set 1: There is no key lissen in [server]; the nearest is listen.",
                        "--set 2: The key basic of [auth] must be true or false, but it is a whole number.",
                        "--set 3: This is not of the form section.key=value.",
                        "--set 4: Here a value must stand, and there is none that can be understood.",
                        "--set 5: This is not of the form section.key=value.",
                        "--set 6: This is not of the form section.key=value.");
    }

    @Test
    void sourcesNameFileAndLine() {
        assertThat(read("\n[server]\n\nlisten = \"a\"\n").configuration().settings())
                .filteredOn(setting -> setting.key().key().equals("listen"))
                .extracting(Setting::source)
                .containsExactly("svc.toml:4");
    }

    @Test
    void bytesThatAreNoTextAreNamedWithTheirPlace() {
        assertThat(read(new byte[] {'#', '\n', 'a', (byte) 0xC3, '(', '\n'}).problems())
                .extracting(ConfigProblem::line, ConfigProblem::column)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(2, 2));
        assertThat(read("[server]\nlisten = \"ä\u0000b\"\nlissen = 1\n").problems())
                .extracting(ConfigProblem::line, ConfigProblem::column)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(2, 12), org.assertj.core.groups.Tuple.tuple(3, 1));
    }

    @Test
    void namesFromAHostileFileAreShownHarmlessly() {
        assertThat(problems(
                        "[server]\n\"a\\u001B[31m\\u202Eb\\nc\" = 1\n\"" + "x".repeat(5000) + "\" = 1\n\"a.b\" = 2\n"))
                .hasSize(3)
                .allSatisfy(
                        problem -> assertThat(problem).hasSizeLessThan(200).doesNotContain("\u001B", "\u202E", "\n"));
        assertThat(problems("\"auth.tokens\" = {hours = 1}\n\"\" = 3\n[\"auth.tokens\"]\n"))
                .isNotEmpty();
    }

    @Test
    void endlessFilesAreRefusedAndManyProblemsCounted() {
        assertThat(problems("# x\n".repeat(100_000))).containsExactly("svc.toml: The file is longer than 256 KiB.");
        StringBuilder many = new StringBuilder("[server]\n");
        for (int i = 0; i < 1_000; i++) {
            many.append("unknown_").append(i).append(" = 1\n");
        }
        assertThat(problems(many.toString())).hasSize(101).last().isEqualTo("svc.toml: There are 900 more problems.");
        assertThat(problems("a = " + "[".repeat(50_000))).isNotEmpty();
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        Path missing = directory.resolve("none.toml");
        assertThat(StrictToml.read(catalogue, missing, List.of()).problems())
                .extracting(ConfigProblem::text)
                .containsExactly(missing + ": The file does not exist.");
        Path folder = Files.createDirectory(directory.resolve("folder.toml"));
        assertThat(StrictToml.read(catalogue, folder, List.of()).problems())
                .extracting(ConfigProblem::text)
                .containsExactly(folder + ": It is not a file.");
    }
}
