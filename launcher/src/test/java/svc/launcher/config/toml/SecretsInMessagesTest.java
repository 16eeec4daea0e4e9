package svc.launcher.config.toml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.launcher.config.TomlReading;
import svc.testkit.Covers;

/** Messages about an unchecked file contain no secret, and nothing that affects a terminal. */
class SecretsInMessagesTest extends TomlReading {

    private static final String SECRET = "Zk9sEcReTv4lue-Zk9sEcReTv4lue";

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
    void secretsAreNotInMessages(String line) {
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
    void hostileNamesAreEscaped() {
        assertThat(problems(
                        "[server]\n\"a\\u001B[31m\\u202Eb\\nc\" = 1\n\"" + "x".repeat(5000) + "\" = 1\n\"a.b\" = 2\n"))
                .hasSize(3)
                .allSatisfy(
                        problem -> assertThat(problem).hasSizeLessThan(200).doesNotContain("\u001B", "\u202E", "\n"));
        assertThat(problems("\"auth.tokens\" = {hours = 1}\n\"\" = 3\n[\"auth.tokens\"]\n"))
                .isNotEmpty();
    }
}
