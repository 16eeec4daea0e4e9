package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

/** What a description says to the strict reader: forms of texts, and keys that need or exclude each other. */
final class KeyMarksTest {

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

    @ParameterizedTest
    @Covers("CFG-01")
    @CsvSource(
            delimiter = '|',
            value = {
                "address | 127.0.0.1:80 localhost:0 [::1]:65535 a.example-x:1   | 127.0.0.1 :80 [::1] ::1:80 host:65536 host:x ho/st:1",
                "url     | https://a.example http://[::1]:8080/x http://h:1/     | a.example ftp://a https:// https://a/?q https://a/#f https://u@a",
                "network | 10.0.0.0/8 ::1 fd00::/8 192.168.1.255 ::ffff:1.2.3.4 | 10.0.0/8 10.0.0.0/33 ::1/129 256.1.1.1 host 10.0.0.0/ 10.0.0.0/x",
                "origin  | * https://a.example http://localhost:3000             | https://a.example/ a.example https://a?x null",
                "file    | svc.toml                                              | nowhere . secrets/",
            })
    void textsAreHeldAgainstTheFormThatTheirKeyNames(String form, String good, String bad) {
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
    void keysThatNeedOrExcludeEachOtherAreNamedAtTheirPlace() {
        KeyCatalogue catalogue = catalogue(PAIR);

        assertThat(catalogue.key("x.own").orElseThrow().description()).isEqualTo("Both made; not together with cert");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\n"))
                .containsExactly("svc.toml:2:1: The key listen of [x] needs cert or own too, which has no value.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\nown = false\ncert = \"c\"\n"))
                .containsExactly("svc.toml:4:1: The key cert of [x] needs key too, which has no value.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\n own = true\ncert = \"c\"\nkey = \"k\"\n"))
                .containsExactly("svc.toml:3:2: The key own of [x] cannot stand together with cert.");
        assertThat(problems(catalogue, "[x]\nlisten = \"h:1\"\ncert = \"c\"\nkey = \"k\"\n"))
                .isEmpty();
        assertThat(problems(catalogue, "[x]\ncert = \"\"\nlisten = \"\"\n")).isEmpty();
    }

    @Test
    void flagsCountInCombinationsAndAWrongNeighbourIsNamedOnce() {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(form: colour)\"/>    | the unknown form \"colour\"",
                "<AD id=\"a\" type=\"Integer\" default=\"1\" description=\"(form: url)\"/>     | a form, though it is not a text",
                "<AD id=\"a\" type=\"String\" default=\"b\" description=\"(form: url)\"/>      | a default, but it must be the URL",
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(needs: b)\"/>        | ask for the key b",
                "<AD id=\"a\" type=\"String\" default=\"\" description=\"(excludes: b)\"/>     | ask for the key b",
            })
    void aMarkThatMeansNothingIsAProblemOfTheJar(String attribute, String words) {
        assertThat(catalogue(attribute).problems())
                .hasSize(1)
                .first()
                .satisfies(problem -> assertThat(problem.text())
                        .startsWith("x.jar: The jar x.jar ")
                        .contains(words)
                        .endsWith("so its configuration keys are not known."));
    }

    @Test
    void otherBracketsAreWordsLikeAnyOther() {
        KeyDefinition key = catalogue(
                        "<AD id=\"a\" type=\"String\" default=\"\" description=\"Bytes (PEM). (runtime)\"/>")
                .key("x.a")
                .orElseThrow();

        assertThat(key.description()).isEqualTo("Bytes (PEM).");
        assertThat(key.runtime()).isTrue();
        assertThat(key.typeWord()).isEqualTo("text");
    }
}
