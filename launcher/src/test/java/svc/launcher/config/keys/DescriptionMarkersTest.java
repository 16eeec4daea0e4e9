package svc.launcher.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.launcher.config.Configuration;
import svc.launcher.config.StrictToml;
import svc.testkit.Covers;

/** The markers in descriptions: formats of texts, and keys that need or exclude each other. */
final class DescriptionMarkersTest {

    @TempDir
    Path home;

    private KeyCatalogue catalogue(String attributes) {
        return KeyCatalogue.of(List.of(new KeyJar("x").pid("svc.x", attributes).in(home)));
    }

    private List<String> problems(KeyCatalogue catalogue, String toml, String... overrides) {
        try {
            Path file = Files.writeString(home.resolve("svc.toml"), toml);
            return StrictToml.read(catalogue, file, List.of(overrides)).problems().stream()
                    .map(problem -> problem.text().replace(home + "/", ""))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void sizeCanHaveAUnit() {
        KeyCatalogue catalogue = catalogue("<AD id=\"a\" type=\"Long\" max=\"2000000000\" default=\"1\""
                + " description=\"Meant. (form: size)\"/>"
                + "<AD id=\"i\" type=\"Integer\" default=\"1\" description=\"(form: size)\"/>");
        for (String good : List.of("\"2GB\"", "\"500 MB\"", "\"1GiB\"", "\"1.5 kB\"", "\"4096\"", "4096")) {
            assertThat(problems(catalogue, "[x]\na = " + good + "\n")).as(good).isEmpty();
        }
        for (String bad : List.of("\"2XB\"", "\"2G\"", "\"0.3B\"", "\"many\"", "true")) {
            assertThat(problems(catalogue, "[x]\na = " + bad + "\n"))
                    .as(bad)
                    .singleElement()
                    .asString()
                    .contains("must be a number of bytes, or a size in quotes such as \"50MB\"");
        }
        assertThat(problems(catalogue, "[x]\na = \"3GB\"\n"))
                .singleElement()
                .asString()
                .contains("must be at most");
        assertThat(problems(catalogue, "[x]\ni = \"4GB\"\n")).hasSize(1);
    }

    @ParameterizedTest
    @Covers("CFG-01")
    @CsvSource(
            delimiter = '|',
            value = {
                "address | 127.0.0.1:80 localhost:0 [::1]:65535 a.example-x:1   | 127.0.0.1 :80 [::1] ::1:80 host:65536 host:x ho/st:1",
                "url     | https://a.example http://[::1]:8080/x http://h:1/     | a.example ftp://a https:// https://a/?q https://a/#f https://u@a",
                "network | 10.0.0.0/8 ::1 fd00::/8 192.168.1.255 ::ffff:1.2.3.4 | 10.0.0/8 10.0.0.0/33 ::1/129 256.1.1.1 host 10.0.0.0/ 10.0.0.0/x",
                "origin  | * https://a.example http://localhost:3000             | https://a.example/ a.example https://a?x null",
                "age     | off 30m 12h 999999d                                   | 0d 1 1w 1000000d -1h 1.5h",
                "file    | svc.toml                                              | nowhere . secrets/",
            })
    void textsAreValidatedAgainstTheFormat(String form, String good, String bad) {
        KeyCatalogue catalogue = catalogue("<AD id=\"a\" type=\"String\" default=\"\" description=\"Meant. (form: "
                + form + ")\"/><AD id=\"l\" type=\"String\" cardinality=\"9\" default=\"\" description=\"(form: " + form
                + ")\"/>");

        assertThat(catalogue.key("x.a").orElseThrow())
                .returns("Meant.", KeyDefinition::description)
                .returns(form, KeyDefinition::typeWord);
        for (String text : good.split(" ", -1)) {
            assertThat(problems(catalogue, "[x]\na = \"" + text + "\"\nl = [\"" + text + "\"]\n"))
                    .as(text)
                    .isEmpty();
        }
        for (String text : bad.split(" ", -1)) {
            assertThat(problems(catalogue, "[x]\n a = \"" + text + "\"\nl = [\"" + text + "\"]\n"))
                    .as(text)
                    .hasSize(2)
                    .allSatisfy(problem -> assertThat(problem).endsWith(", but it is \"" + text + "\"."))
                    .first()
                    .asString()
                    .startsWith("svc.toml:2:2: The key a of [x] must ");
        }
        assertThat(problems(catalogue, "[x]\na = \"\"\n")).as("the default").isEmpty();
    }

    private static final String PAIR = """
            <AD id="listen" type="String" default="" description="Where. (form: address) (needs: cert or own)"/>
            <AD id="cert" type="String" default="" description="A file (needs: key)"/>
            <AD id="key" type="String" default="" description="Another (needs: cert)"/>
            <AD id="own" type="Boolean" default="false" description="Both made (excludes: cert)"/>
            """;

    @Test
    @Covers("CFG-01")
    void dependentAndExclusiveKeysAreReportedAtTheirPosition() {
        KeyCatalogue catalogue = catalogue(PAIR);

        assertThat(catalogue.key("x.own").orElseThrow().description()).isEqualTo("Both made; not together with cert");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\n"))
                .containsExactly("svc.toml:2:1: The key listen of [x] needs cert or own too, which has no value.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\nown = false\ncert = \"c\"\n"))
                .containsExactly("svc.toml:4:1: The key cert of [x] needs key too, which has no value.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\n own = true\ncert = \"c\"\nkey = \"k\"\n"))
                .containsExactly("svc.toml:3:2: The key own of [x] cannot be combined with cert.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\ncert = \"c\"\nkey = \"k\"\n"))
                .isEmpty();
        assertThat(problems(catalogue, "[x]\ncert = \"\"\nlisten = \"\"\n")).isEmpty();
    }

    @Test
    void flagsCountInCombinationsAndConflictsAreNamedOnce() {
        KeyCatalogue catalogue = catalogue(PAIR);

        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\n", "x.own=true")).isEmpty();
        assertThat(problems(catalogue, "[x]\nkey = \"k\"\n", "x.cert=\"\""))
                .containsExactly("svc.toml:2:1: The key key of [x] needs cert too, which has no value.");
        assertThat(problems(catalogue, "", "x.key=\"k\""))
                .containsExactly("--set 1: The key key of [x] needs cert too, which has no value.");
        assertThat(problems(catalogue, "[x]\nkey = \"k\"\ncert = 3\n"))
                .containsExactly(
                        "svc.toml:3:1: The key cert of [x] must be a text in quotes, but it is a whole number.");
    }

    @Test
    @Covers(value = "CFG-01", part = "values of earlier releases")
    void valueOfAnEarlierReleaseIsReadWithAWarning() throws IOException {
        KeyCatalogue catalogue = catalogue(
                "<AD id=\"basic\" type=\"String\" default=\"some\" description=\"Which. (formerly: true all, false off)\">"
                        + "<Option value=\"off\"/><Option value=\"some\"/><Option value=\"all\"/></AD>");
        Path file = Files.writeString(home.resolve("svc.toml"), "[x]\nbasic = true\n");

        StrictToml.Reading reading = StrictToml.read(catalogue, file, List.of());

        assertThat(catalogue.key("x.basic").orElseThrow().description()).isEqualTo("Which.");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.configuration().properties().get("svc.x")).containsEntry("basic", "all");
        assertThat(reading.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.text())
                    .endsWith("svc.toml:2:1: The value true of the key basic of [x] is that of an"
                            + " earlier release; it is read as \"all\".");
            assertThat(warning.remedy()).contains("basic = \"all\"");
        });
        Configuration overridden =
                StrictToml.read(catalogue, file, List.of("x.basic=false")).configuration();
        assertThat(overridden.properties().get("svc.x")).containsEntry("basic", "off");
        assertThat(problems(catalogue, "[x]\nbasic = 1\n"))
                .containsExactly(
                        "svc.toml:2:1: The key basic of [x] must be a text in quotes, but it is a whole number.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(formerly: yes)\"/>  | an earlier value without",
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(form: colour)\"/>    | the unknown form \"colour\"",
                "<AD id=\"a\" type=\"Integer\" default=\"1\" description=\"(form: url)\"/>     | a form, though it is not a text",
                "<AD id=\"a\" type=\"String\" default=\"b\" description=\"(form: url)\"/>      | a default, but it must be the URL",
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(needs: b)\"/>        | ask for the key b",
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(excludes: b)\"/>     | ask for the key b",
            })
    void unknownMarkerIsAProblemOfTheJar(String attribute, String words) {
        assertThat(catalogue(attribute).problems())
                .hasSize(1)
                .first()
                .satisfies(problem -> assertThat(problem.text())
                        .startsWith("x.jar: The jar x.jar ")
                        .contains(words)
                        .endsWith("so its configuration keys are not known."));
    }

    @Test
    void otherBracketsAreText() {
        KeyDefinition key = catalogue(
                        "<AD id=\"a\" type=\"String\" default=\"\" description=\"Bytes (PEM). (runtime)\"/>")
                .key("x.a")
                .orElseThrow();

        assertThat(key.description()).isEqualTo("Bytes (PEM).");
        assertThat(key.runtime()).isTrue();
        assertThat(key.typeWord()).isEqualTo("text");
    }
}
