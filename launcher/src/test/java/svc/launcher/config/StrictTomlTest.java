package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.launcher.config.keys.KeyJar;
import svc.launcher.config.toml.ConfigProblem;
import svc.testkit.Covers;

/** Unknown names, missing keys, and the sources of values. */
class StrictTomlTest extends TomlReading {

    @Test
    @Covers("CFG-01")
    void validFileYieldsThePropertiesOfEveryPid() {
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
    void allErrorsAreReportedWithPositionAndSuggestion() {
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
    void keysOutsideTablesAndTablesAsValuesAreExplained() {
        assertThat(problems("listen = \"x\"\nfoo = 1\nserver = 3\n[[auth]]\nbasic = true\n[admin.token]\n"))
                .containsExactly(
                        "svc.toml:1:1: The key listen is in no table.",
                        "svc.toml:2:1: The key foo is in no table.",
                        "svc.toml:3:1: The name server is a table, but it is given as a whole number.",
                        "svc.toml:4:1: The table [auth] is in double brackets, which begin a list of tables.",
                        "svc.toml:6:1: The key token of [admin] must be a text in quotes, but it is a table.");
    }

    @Test
    void missingKeysAreNamedWithTheLineToAdd() {
        declare(new KeyJar("notes")
                .pid("svc.notes", "<AD id=\"url\" type=\"String\"/><AD id=\"depth\" type=\"Integer\" min=\"3\"/>"));

        assertThat(read("# nothing\n\n").problems())
                .extracting(ConfigProblem::line, ConfigProblem::sentence, ConfigProblem::remedy)
                .containsExactly(
                        tuple(
                                2,
                                "The key depth of [notes] is missing; the bundle notes needs it.",
                                "Add the line  depth = 3  below [notes]."),
                        tuple(
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
    void overridesWinAreValidatedAndNameTheirSource() {
        StrictToml.Reading reading = read("[server]\nlisten = \"a\"\n", "server.listen=\"b\"", "auth.basic = true");

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().settings())
                .filteredOn(setting -> !setting.source().equals("default"))
                .extracting(
                        setting -> setting.key().address(),
                        setting -> setting.value().orElseThrow(),
                        Setting::source)
                .containsExactly(tuple("auth.basic", true, "override"), tuple("server.listen", "b", "override"));
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
                        "--set 4: A valid value is missing here.",
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
}
