package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WordsTest {

    @Test
    void noFileSaysWhatItShouldNot() throws IOException {
        Repository repository = Repository.here();
        List<String> found = new ArrayList<>();
        for (Path file : repository.files()) {
            if (!file.endsWith("WordsTest.java")) {
                found.addAll(Words.violations(repository.name(file), text(file)));
            }
        }

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "see issue 12",
                "Issue #3 asks for it",
                "fixed in #41",
                "milestone 2",
                "by G-50 it is so",
                "trap T-04",
                "as the seed says",
                "the Seed",
                "seed line 12",
                "seed l.361",
                "the design card",
                "card 7",
                "as the trial did",
                "a coding agent wrote this",
                "session 12",
                "cd /work/main",
                "/root/.m2",
                "https://packages.corp.internal/maven",
                "from artifactory",
                "the Nexus"
            })
    void namesWhatItFinds(String text) {
        assertThat(Words.violations("a.md", "fine\n" + text))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("a.md:2: \""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "long seed = 42; // replay with seed 42",
                "vCard, CardDAV, ContactCard, an address card",
                "RFC 8620 §5.2",
                "row CHG-08 and AUTH-12",
                "the session state",
                "sessions 12",
                "https://datatracker.ietf.org/doc/html/rfc8620",
                "https://mail.example.org/jmap",
                "http://127.0.0.1:8080",
                "http://\" + host",
                "launcher/target/work/x",
                "&#39;",
                "User-Agent",
                "free trial period",
                "color: #336699",
                "UPG-01",
                "PT-05 G-5",
                "wss://…",
                "HTTP/2"
            })
    void letsPassWhatIsMeantOtherwise(String text) {
        assertThat(Words.violations("a.md", text)).isEmpty();
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException binary) {
            return "";
        }
    }
}
