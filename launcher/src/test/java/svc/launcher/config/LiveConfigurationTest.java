package svc.launcher.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.config.keys.KeyJar;
import svc.launcher.config.toml.ConfigProblem;
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
        return read(jars, new ExtensionJars(List.of(), skipped, Set.of()));
    }

    private LiveConfiguration read(List<Path> own, ExtensionJars extensions) {
        return read(own, () -> extensions);
    }

    private LiveConfiguration read(List<Path> own, LiveConfiguration.Look lookup) {
        try {
            return LiveConfiguration.read(directory.resolve("svc.toml"), own, lookup, List.of());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Path truncated(String name) throws IOException {
        Path jar = jar(name, "svc." + name, URL);
        byte[] bytes = Files.readAllBytes(jar);
        return Files.write(jar, Arrays.copyOf(bytes, bytes.length / 2));
    }

    private static List<String> sentences(LiveConfiguration live) {
        return live.problems().stream().map(ConfigProblem::sentence).toList();
    }

    private Path jar(String name, String pid, String attributes) {
        return new KeyJar(name).pid(pid, attributes).in(directory);
    }

    @Test
    @Covers("CFG-01")
    void newJarIsReadStrictlyAndOthersKeepTheirValues() {
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
    void replacedJarIsReadAgain() throws IOException {
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
    void keysOfASkippedJarAreAllowedAndNotValidated() {
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
    @Covers(value = "OSGI-03", part = "keys")
    void unreadableExtensionKeysDoNotStopTheStart() throws IOException {
        file("[server]\nlisten = \"one\"\n");
        Path text = Files.writeString(directory.resolve("text.jar"), "no zip");
        Path invalid = new KeyJar("odd").document("<MetaData><OCD").in(directory);
        Path typed = jar("typed", "svc.typed", "<AD id=\"a\" type=\"Nonsense\"/><AD id=\"b\" type=\"String\"/>");
        ExtensionJars extensions =
                new ExtensionJars(List.of(truncated("half"), invalid, text, typed), List.of(), Set.of());
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), extensions);

        assertThat(sentences(live)).isEmpty();
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.server");
        assertThatThrownBy(() -> live.properties(List.of(typed)))
                .hasMessageStartingWith("typed.jar\tThe jar typed.jar gives a the unknown type \"Nonsense\"");
        Path notes = jar("notes", "svc.notes", "<AD id=\"url\" type=\"String\" default=\"x\"/>");
        assertThat(live.properties(List.of(notes))).containsEntry("svc.notes", Map.of("url", "x"));
    }

    @Test
    @Covers("CFG-01")
    void undeclaredTableIsAttributedToTheUnreadableJar() throws IOException {
        file("[half]\nurl = \"x\"\n[server]\nlissen = \"y\"\n");
        List<Path> own = List.of(jar("http", "svc.server", LISTEN));
        Path half = truncated("half");
        LiveConfiguration live = read(own, new ExtensionJars(List.of(half), List.of(), Set.of()));

        assertThat(sentences(live))
                .containsExactly(
                        "There is no table [half]; the jar half.jar could not be read and may declare it.",
                        "There is no key lissen in [server]; the nearest is listen; the jar half.jar could not be read and"
                                + " may declare it.");
        assertThat(live.problems())
                .allSatisfy(
                        problem -> assertThat(problem.remedy())
                                .endsWith(
                                        " Or put a sound copy of half.jar in its place, or remove it: svc bundle remove half."));
        LiveConfiguration next = read(own, new ExtensionJars(List.of(), List.of(half, truncated("other")), Set.of()));
        assertThat(sentences(next))
                .first()
                .asString()
                .endsWith("the jars half.jar, other.jar could not be read, and" + " one of them may declare it.");
    }

    @Test
    void keysOfARejectedJarAreAllowedInTheFile() throws IOException {
        file("[half]\nurl = \"x\"\n");
        ExtensionJars extensions = new ExtensionJars(List.of(), List.of(truncated("half")), Set.of("half.url"));
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), extensions);

        assertThat(sentences(live)).isEmpty();
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.server");
    }

    @Test
    void missingRequiredKeyRejectsAnExtensionOnly() {
        file("");
        Path jar = new KeyJar("visitor")
                .pid("org.visitor", "<AD id=\"a\" type=\"String\" default=\"\"/><AD id=\"greeting\" type=\"String\"/>")
                .in(directory);

        assertThat(read(List.of(jar), ExtensionJars.NONE).problems()).isEmpty();
        assertThat(read(List.of(), new ExtensionJars(List.of(jar), List.of(), Set.of()))
                        .problems())
                .as("an extension is no reason not to start")
                .isEmpty();
        LiveConfiguration running = read(List.of(), ExtensionJars.NONE);
        assertThatThrownBy(() -> running.properties(List.of(jar)))
                .hasMessageStartingWith(
                        "visitor.jar\tThe bundle visitor needs the key greeting of the PID org.visitor, but")
                .hasMessageContaining("\tAsk its author to name the PID svc.…")
                .hasMessageNotContaining("needs the key a ");
    }

    @Test
    @Covers("CFG-01")
    void liveCheckNamesTheTableOfARemovedBundle() {
        file("[notes]\nurl = \"x\"\n");
        Path notes = jar("notes", "svc.notes", URL);
        AtomicReference<ExtensionJars> folder =
                new AtomicReference<>(new ExtensionJars(List.of(notes), List.of(), Set.of()));
        LiveConfiguration live = read(List.of(jar("http", "svc.server", LISTEN)), () -> requireNonNull(folder.get()));
        assertThat(live.check()).isEmpty();

        folder.set(ExtensionJars.NONE);
        assertThat(live.check()).singleElement().asString().contains("There is no table [notes]");
        assertThat(live.properties(List.of())).as("what holds").containsKey("svc.notes");

        folder.set(new ExtensionJars(List.of(notes), List.of(), Set.of()));
        assertThat(live.check()).isEmpty();
    }

    @Test
    void secondExtensionWithTheSameKeyIsLeftOut() {
        file("[notes]\nurl = \"x\"\n[more]\nkey = \"y\"\n");
        Path first = jar("a-notes", "svc.notes", URL);
        Path second = new KeyJar("b-notes")
                .pid("svc.notes", URL)
                .pid("svc.more", "<AD id=\"key\" type=\"String\"/>")
                .in(directory);
        Path http = jar("http", "svc.server", LISTEN);
        LiveConfiguration live = read(List.of(http), new ExtensionJars(List.of(first, second), List.of(), Set.of()));

        assertThat(sentences(live)).isEmpty();
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.notes", "svc.server");
        assertThat(live.properties(List.of(first))).containsOnlyKeys("svc.notes", "svc.server");
        assertThatThrownBy(() -> live.properties(List.of(first, second)))
                .hasMessage("b-notes.jar\tThe bundles a-notes and b-notes both declare the key url of [notes].\t"
                        + "Remove one of the two: svc bundle remove b-notes.");
    }

    @Test
    void extensionWithTheNameOfAServerBundleIsIgnored() throws IOException {
        file("[server]\nlisten = \"one\"\n");
        Path impostor = Files.move(jar("http", "svc.impostor", URL), directory.resolve("impostor.jar"));
        LiveConfiguration live = read(
                List.of(jar("http", "svc.server", LISTEN)), new ExtensionJars(List.of(impostor), List.of(), Set.of()));

        assertThat(sentences(live)).isEmpty();
        assertThat(live.properties(List.of())).containsOnlyKeys("svc.server");
    }

    @Test
    void consoleUsesDefaultsForABrokenFile() {
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
    void everyPidHasPropertiesWithoutKeys() {
        file("");
        assertThat(read(List.of(jar("plain", "svc.plain", "")), List.of()).properties(List.of()))
                .containsExactly(Map.entry("svc.plain", Map.of()));
    }

    @Test
    void keysDoNotShowSecrets() {
        file("[admin]\ntoken = \"Zk9sEcReTv4lue\"\n");
        LiveConfiguration live = read(
                List.of(jar("admin", "svc.admin", "<AD id=\"token\" type=\"Password\" default=\"\"/>")), List.of());

        assertThat(live.keys().toString()).doesNotContain("Zk9s").contains("set=true", "secret=true");
        assertThat(live.properties(List.of())).containsEntry("svc.admin", Map.of("token", "Zk9sEcReTv4lue"));
    }
}
