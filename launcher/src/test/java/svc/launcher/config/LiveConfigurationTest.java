package svc.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

class LiveConfigurationTest {

    private static final String LISTEN = "<AD id=\"listen\" type=\"String\" default=\"std\"/>";
    private static final String URL = "<AD id=\"url\" type=\"String\"/>";

    @TempDir
    Path directory;

    private void file(String toml) {
        try {
            Files.writeString(directory.resolve("svc.toml"), toml);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private LiveConfiguration read(List<Path> jars, List<Path> skipped) {
        return LiveConfiguration.read(directory.resolve("svc.toml"), jars, skipped, List.of());
    }

    private Path jar(String name, String pid, String attributes) {
        return new KeyJar(name).pid(pid, attributes).in(directory);
    }

    @Test
    @Covers("CFG-01")
    void aJarThatJoinsIsReadStrictlyAndTheOthersKeepTheirValues() {
        file("[server]\nlisten = \"one\"\n");
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), List.of());
        assertThat(live.problems()).isEmpty();
        Path notes = jar("notes", "svc.notes", URL);

        file("[server]\nlisten = \"two\"\n");
        assertThatThrownBy(() -> live.properties(List.of(notes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(directory + "/svc.toml:2:1\tThe key url of [notes] is missing; the bundle notes needs it.\t"
                        + "Add the line  url = \"…\"  below [notes].");
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.server");

        file("[server]\nlisten = \"two\"\n[notes]\nurl = \"x\"\n");
        assertThat(live.properties(List.of(notes)))
                .containsEntry("svc.notes", Map.of("url", "x"))
                .containsEntry("svc.server", Map.of("listen", "one"));
        assertThat(live.keys())
                .filteredOn(key -> "listen".equals(key.get("key")))
                .extracting(key -> key.get("value"))
                .containsExactly("one");
    }

    @Test
    void aJarThatWasWrittenAnewIsReadAnewAlsoUnderTheSameName() throws IOException {
        file("");
        Path notes = jar("notes", "svc.notes", "<AD id=\"url\" type=\"String\" default=\"first\"/>");
        LiveConfiguration live = read(List.of(notes), List.of());
        assertThat(live.properties(List.of())).containsEntry("svc.notes", Map.of("url", "first"));

        jar("notes", "svc.notes", "<AD id=\"url\" type=\"String\" default=\"second\"/>");
        Files.setLastModifiedTime(notes, FileTime.fromMillis(1));
        assertThat(live.properties(List.of(notes))).containsEntry("svc.notes", Map.of("url", "second"));

        Path moved = Files.move(notes, directory.resolve("notes-3.jar"));
        assertThat(live.properties(List.of(moved))).containsEntry("svc.notes", Map.of("url", "second"));
    }

    @Test
    void keysOfASkippedJarMayStandInTheFileButNothingIsAskedOfThem() {
        Path notes = jar("notes", "svc.notes", URL + "<AD id=\"most\" type=\"Integer\"/>");
        file("[notes]\nurl = 3\n");
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), List.of(notes));
        assertThat(live.problems()).isEmpty();
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.server");

        assertThatThrownBy(() -> live.properties(List.of(notes)))
                .hasMessageContaining("The key url of [notes] must be a text")
                .hasMessageContaining("The key most of [notes] is missing");
        file("[notes]\nurl = \"x\"\nmost = 1\n");
        assertThat(live.properties(List.of(notes))).containsEntry("svc.notes", Map.of("url", "x", "most", 1));
    }

    @Test
    void aBrokenFileStillGivesTheConsoleItsDefaults() {
        file("[server]\nlisten = 3\n[gone]\nx = 1\n");
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), List.of());

        assertThat(live.problems()).hasSize(2);
        assertThat(live.properties(List.of())).containsEntry("svc.server", Map.of("listen", "std"));
        assertThat(live.check())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(3));
        file("");
        assertThat(live.check()).isEmpty();
    }

    @Test
    void everyPidHasPropertiesAlsoWithoutAnyKey() {
        file("");
        assertThat(read(List.of(jar("plain", "svc.plain", "")), List.of()).properties(List.of()))
                .containsExactly(Map.entry("svc.plain", Map.of()));
    }

    @Test
    void keysNeverTellASecret() {
        file("[admin]\ntoken = \"Zk9sEcReTv4lue\"\n");
        LiveConfiguration live = read(
                List.of(jar("admin", "svc.admin", "<AD id=\"token\" type=\"Password\" default=\"\"/>")), List.of());

        assertThat(live.keys().toString()).doesNotContain("Zk9s").contains("set=true", "secret=true");
        assertThat(live.properties(List.of())).containsEntry("svc.admin", Map.of("token", "Zk9sEcReTv4lue"));
    }
}
