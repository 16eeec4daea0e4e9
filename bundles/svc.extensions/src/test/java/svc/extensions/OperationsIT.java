package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.operation.OperationException;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Tests of the operations on bundles. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsIT {

    private Path home;
    private FelixWithExtensions felix;

    @TempDir
    Path elsewhere;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        home = directory;
        felix = new FelixWithExtensions(home, new RecordingSchema()).open();
    }

    @AfterEach
    void empty() throws Exception {
        felix.empty();
    }

    @AfterAll
    void close() throws Exception {
        felix.close();
    }

    @Test
    void installSaysWhatBecameOfIt() throws Exception {
        Map<String, Object> row = run("install", jar(TestJars.sound("good", "1.0.0"), "good.jar"));
        assertThat(row)
                .containsEntry("name", "good")
                .containsEntry("state", "active")
                .containsEntry("reason", null);

        Map<String, Object> bad = run("install", jar(TestJars.throwingComponent("bad"), "bad.jar"));
        assertThat(bad).containsEntry("state", "refused");
        assertThat(bad.get("reason")).asString().contains("no luck today");

        Map<String, Object> waits = run("install", jar(TestJars.importing("waits", "far.away"), "waits.jar"));
        assertThat(waits).containsEntry("state", "waiting");
    }

    @Test
    void installRejectsAnInstalledBundle() throws Exception {
        run("install", jar(TestJars.sound("good", "1.0.0"), "good.jar"));
        Path again = jar(TestJars.sound("good", "1.1.0"), "good-1.1.jar");
        assertThatThrownBy(() -> felix.run("install", again))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("extensions/good.jar")
                .hasMessageContaining("bundle update");
        assertThatThrownBy(() -> felix.run("install", elsewhere.resolve("none.jar")))
                .isInstanceOf(OperationException.class);
    }

    @Test
    void updateReplacesAndGoesBackWhenTheNewOneIsRefused() throws Exception {
        run("install", jar(TestJars.sound("good", "1.0.0"), "good.jar"));
        assertThat(run("update", jar(TestJars.sound("good", "1.1.0"), "good-1.1.jar")))
                .containsEntry("version", "1.1.0")
                .containsEntry("state", "active");
        assertThat(felix.ask("good")).contains("1.1.0");

        Map<String, Object> row = run("update", jar(TestJars.throwingComponent("good"), "good-bad.jar"));
        assertThat(row).containsEntry("state", "refused");
        assertThat(row.get("reason"))
                .asString()
                .contains("no luck today")
                .contains("1.1.0, was restored and is active");
        assertThat(felix.ask("good")).contains("1.1.0");

        assertThat(files()).as("the name of the version that runs").containsExactly("good-1.1.jar");

        Path half = elsewhere.resolve("half.jar");
        JarBuilder.write(TestJars.truncated(TestJars.sound("good", "2.0.0")), half);
        assertThatThrownBy(() -> felix.run("update", half)).hasMessageContaining("not a complete zip file");
    }

    @Test
    void updateKeepsTheActiveVersionWhenTheNewOneWouldWait() throws Exception {
        run("install", jar(TestJars.sound("good", "1.0.0"), "good-1.0.jar"));
        Path waits = jar(TestJars.requiringKey("good", "svc.good", "flavour"), "good-2.0.jar");

        Map<String, Object> kept = run("update", waits);
        assertThat(kept).containsEntry("state", "refused");
        assertThat(kept.get("reason"))
                .asString()
                .contains("would wait: ", "flavour", "1.0.0, was restored and is active");
        assertThat(kept.get("remedy")).asString().contains("--force");
        assertThat(felix.ask("good")).contains("1.0.0");
        assertThat(files()).containsExactly("good-1.0.jar");

        assertThat(run("update", waits, true)).containsEntry("state", "waiting");
        assertThat(files()).containsExactly("good-2.0.jar");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(home.resolve("extensions"))) {
            return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }

    @Test
    void removeCommentsTheKeysOutWhenAsked() throws Exception {
        Files.writeString(home.resolve("svc.toml"), "[keyed]\ncolour = \"red\"\n");
        run("install", jar(TestJars.requiringKey("keyed", "svc.keyed", "colour"), "keyed.jar"));
        assertThat(run("remove", "keyed", true))
                .containsEntry("delete", List.of())
                .containsEntry("commentedOut", List.of("svc.toml:1: [keyed]", "svc.toml:2: [keyed] colour"))
                .containsEntry("config", null);
        assertThat(home.resolve("svc.toml")).hasContent("# [keyed]\n# colour = \"red\"\n");
    }

    @Test
    void removeReportsTheRemainingDataAndSettings() throws Exception {
        Files.writeString(home.resolve("svc.toml"), "[keyed]\ncolour = \"red\"\n");
        JarBuilder recipe = TestJars.requiringKey("keyed", "svc.keyed", "colour")
                .header("Svc-Migrations", "paint;path=migrations;accounts=none");
        run("install", jar(recipe, "keyed.jar"));

        Map<String, Object> removal = run("remove", "keyed");

        assertThat(removal)
                .containsEntry("file", "keyed.jar")
                .containsEntry("delete", List.of("svc.toml:1: [keyed]", "svc.toml:2: [keyed] colour"));
        assertThat(removal.get("config")).asString().contains("next start is refused", "--comment-out-config");
        assertThat(removal.get("tables"))
                .asString()
                .contains("svc schema park paint")
                .contains("svc schema retire paint");
        assertThat(felix.bundle("keyed")).isEmpty();
        assertThatThrownBy(() -> felix.run("remove", "keyed")).hasMessageContaining("There is no bundle keyed");
        assertThatThrownBy(() -> felix.run("remove", "svc.extensions"))
                .hasMessageContaining("part of the server itself");
    }

    @Test
    void explainNamesFileAndComponents() throws Exception {
        run("install", jar(TestJars.waitingForService("listener", "java.util.concurrent.Executor"), "listener.jar"));
        Map<String, Object> answer = run("explain", "listener");
        assertThat(answer.get("file")).asString().endsWith("listener.jar");
        assertThat(answer).containsEntry("components", List.of("listener.Part: waits for a service"));
        assertThat(run("explain", "svc.extensions"))
                .containsEntry("state", "active")
                .containsEntry("kind", "core");
        assertThatThrownBy(() -> felix.run("explain", "nobody")).isInstanceOf(OperationException.class);
    }

    @Test
    void explainSaysOfEveryKeyHowItIsSet() throws Exception {
        Files.writeString(home.resolve("svc.toml"), "[keyed]\ncolour = \"red\"\n");
        JarBuilder recipe =
                TestJars.requiringKey("keyed", "svc.keyed", "colour").entry("OSGI-INF/metatype/other.xml", """
                        <MetaData xmlns="http://www.osgi.org/xmlns/metatype/v1.4.0">
                          <OCD id="o" name="o"><AD id="limit" type="Integer" default="5" required="false"/></OCD>
                          <Designate pid="com.acme.keyed"><Object ocdref="o"/></Designate>
                        </MetaData>
                        """);
        run("install", jar(recipe, "keyed.jar"));
        assertThat(run("explain", "keyed"))
                .containsEntry(
                        "settings",
                        List.of(
                                "colour of [keyed]: set in svc.toml; svc config explain keyed.colour tells its value",
                                "limit of com.acme.keyed: keeps its default; only keys of a PID that begins with svc."
                                        + " can be set in svc.toml"));
    }

    @Test
    void doctorHasOneFindingForEachThatIsNotActive() throws Exception {
        run("install", jar(TestJars.importing("waits", "far.away"), "waits.jar"));
        run("install", jar(TestJars.sound("good", "1.0.0"), "good.jar"));
        List<Finding> findings = felix.health().run();
        assertThat(findings).extracting(Finding::check).containsExactly("core-bundles", "extension-waiting");
        assertThat(findings).extracting(Finding::status).containsExactly(Finding.Status.OK, Finding.Status.WARN);
        assertThat(findings.get(1).remedy()).isPresent();
        assertThat(findings.get(1).facts()).containsEntry("bundle", "waits");
    }

    private Map<String, Object> run(String verb, Object... arguments) throws Exception {
        return FelixWithExtensions.values(felix.run(verb, arguments));
    }

    private Path jar(JarBuilder recipe, String name) {
        return recipe.writeTo(elsewhere.resolve(name));
    }
}
