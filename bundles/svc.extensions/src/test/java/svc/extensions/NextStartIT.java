package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Tests a start with the jars in the folder and with earlier refusals. */
@Covers(
        value = {"OSGI-01", "OSGI-03"},
        part = "the next start")
class NextStartIT {

    @TempDir
    Path home;

    @Test
    void aRefusedJarIsSkippedUntilItChanges() throws Exception {
        FelixWithExtensions first = open();
        drop(TestJars.throwingComponent("thrower"), "thrower.jar");
        drop(TestJars.migrating("notes", "1.0.0", "notes", "broken"), "notes.jar");
        drop(TestJars.badMetatype("odd"), "odd.jar");
        drop(TestJars.requiringKey("keyed", "svc.keyed", "colour"), "keyed.jar");
        drop(TestJars.sound("sound", "1.0.0"), "sound.jar");
        Object reason = first.await("thrower", "refused").get("reason");
        first.await("notes", "refused");
        first.await("odd.jar", "refused");
        first.await("keyed", "waiting");
        first.await("sound", "active");
        first.close();
        assertThat(records().stringPropertyNames())
                .filteredOn(key -> key.endsWith(".stage"))
                .hasSize(4);

        RecordingSchema schema = new RecordingSchema();
        FelixWithExtensions second = new FelixWithExtensions(home, schema).open();
        assertThat(second.row("thrower").orElseThrow())
                .containsEntry("state", "refused")
                .containsEntry("reason", reason);
        assertThat(second.row("notes").orElseThrow()).containsEntry("reason", RecordingSchema.REASON);
        assertThat(second.row("sound").orElseThrow()).containsEntry("state", "active");
        assertThat(second.bundle("thrower")).isEmpty();
        assertThat(schema.admitted()).isEmpty();

        drop(TestJars.sound("thrower", "1.0.1"), "thrower.jar");
        second.await("thrower", "active");
        second.close();
    }

    @Test
    void namespaceOfARefusedBundleIsSetAside() throws Exception {
        RecordingSchema schema = new RecordingSchema();
        FelixWithExtensions felix = new FelixWithExtensions(home, schema).open();
        drop(TestJars.migrating("diary", "1.0.0", "diary", "create table diary_page(n)"), "diary.jar");
        felix.await("diary", "active");
        assertThat(schema.setAside()).isEmpty();

        JarBuilder.write(
                TestJars.truncated(TestJars.sound("diary", "2.0.0")),
                felix.folder().resolve("diary.jar"));
        felix.await("diary.jar", "refused");
        while (schema.setAside().isEmpty()) {
            felix.moment();
        }
        assertThat(schema.setAside()).containsExactly("diary");
        felix.close();
    }

    @Test
    void jarsThatAreThereAreInstalledBeforeTheMigrationsAndStartedAfter() throws Exception {
        Files.createDirectories(home.resolve("extensions"));
        drop(TestJars.sound("early", "1.0.0"), "early.jar");
        drop(TestJars.importing("needy", "far.away"), "a-needy.jar");
        drop(TestJars.exporting("bringer", "far.away", "1.0.0"), "b-bringer.jar");
        drop(TestJars.endlessStart("endless"), "endless.jar");

        FelixWithExtensions felix = new FelixWithExtensions(home, new RecordingSchema());
        assertThat(felix.bundle("early").orElseThrow().getState()).isNotEqualTo(Bundle.ACTIVE);
        felix.open();

        assertThat(felix.row("early").orElseThrow()).containsEntry("state", "active");
        assertThat(felix.row("needy").orElseThrow()).containsEntry("state", "active");
        assertThat(felix.row("endless").orElseThrow()).containsEntry("state", "refused");
        felix.close();
    }

    @Test
    void oneOfTwoWithOneNameStaysTheSameAfterARestart() throws Exception {
        FelixWithExtensions first = open();
        drop(TestJars.sound("twin", "2.0.0"), "z-twin.jar");
        first.await("twin", "active");
        drop(TestJars.sound("twin", "1.0.0"), "a-twin.jar");
        while (first.health().run().size() < 2) {
            first.moment();
        }
        first.close();

        FelixWithExtensions second = open();
        assertThat(second.ask("twin")).contains("2.0.0");
        second.close();
    }

    @Test
    void oneOfTwoWithOneRouteStaysTheSameAfterARestart() throws Exception {
        FelixWithExtensions first = open();
        drop(TestJars.slowRoute("z-first", "/same"), "z-first.jar");
        first.await("z-first", "active");
        drop(TestJars.route("a-second", "/same"), "a-second.jar");
        first.await("a-second", "refused");
        first.close();

        FelixWithExtensions second = open();
        second.await("z-first", "active");
        second.await("a-second", "refused");
        second.close();
    }

    @Test
    void extensionNeverGivesItsPackagesToTheServersOwnBundles() throws Exception {
        Path core = home.resolve("core.jar");
        TestJars.importing("core.part", "far.away;resolution:=optional").writeTo(core);
        Files.createDirectories(home.resolve("extensions"));
        drop(TestJars.exporting("bringer", "far.away", "1.0.0"), "bringer.jar");

        FelixWithExtensions felix = new FelixWithExtensions(home, new RecordingSchema(), core).open();
        felix.await("bringer", "active");
        assertThatThrownBy(() -> felix.bundle("core.part").orElseThrow().loadClass("far.away.Thing"))
                .isInstanceOf(ClassNotFoundException.class);
        felix.close();
    }

    @Test
    void failingPartOfTheServerItselfRefusesTheStart() throws Exception {
        Path core = home.resolve("core.jar");
        TestJars.throwingComponent("core.part").writeTo(core);
        FelixWithExtensions felix = new FelixWithExtensions(home, new RecordingSchema(), core);

        assertThatThrownBy(felix::open)
                .hasMessageContaining(
                        "The server's own component core.part.Part failed to start: IllegalStateException: no luck today.\n");
        assertThat(felix.row("core.part").orElseThrow())
                .containsEntry("state", "refused")
                .containsEntry("kind", "core");
        felix.close();
    }

    @Test
    void aComponentMayWaitForAnUndeclaredService() throws Exception {
        Path core = home.resolve("core.jar");
        TestJars.waitingForService("core.part", "java.util.concurrent.Executor").writeTo(core);
        new FelixWithExtensions(home, new RecordingSchema(), core).open().close();
    }

    @Test
    void extensionThatDoesNotEndIsSkippedAtTheNextStart() throws Exception {
        FelixWithExtensions felix = open();
        drop(TestJars.deafEndlessStart("stubborn"), "stubborn.jar");
        felix.await("stubborn", "refused");
        // Releases the thread, as the end of a process does.
        System.setProperty("stubborn.end", "true");
        felix.close();

        FelixWithExtensions next = open();
        assertThat(next.row("stubborn").orElseThrow()).containsEntry("state", "refused");
        assertThat(next.bundle("stubborn")).isEmpty();
        next.close();
    }

    private FelixWithExtensions open() throws Exception {
        return new FelixWithExtensions(home, new RecordingSchema()).open();
    }

    private void drop(JarBuilder recipe, String file) {
        recipe.writeTo(home.resolve("extensions").resolve(file));
    }

    private Properties records() throws Exception {
        Properties records = new Properties();
        try (var in = Files.newInputStream(home.resolve("data/refused-extensions.properties"))) {
            records.load(in);
        }
        return records;
    }
}
