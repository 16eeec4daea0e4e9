package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/**
 * Puts every kind of jar into the folder of a running server: each gets one status with a reason, and the server
 * continues.
 */
@Covers(
        value = {"OSGI-01", "OSGI-03"},
        part = "verdicts")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtensionStatusIT {

    private FelixWithExtensions felix;
    private DroppedJars folder;
    private Path home;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        home = directory;
        felix = new FelixWithExtensions(home, new RecordingSchema()).open();
        folder = new DroppedJars(felix);
    }

    /** All tests use the same server. */
    @AfterEach
    void empty() throws Exception {
        felix.empty();
        felix.verify();
    }

    @AfterAll
    void close() throws Exception {
        felix.close();
    }

    @Test
    void soundJarIsActiveAndAnswers() throws Exception {
        folder.drop(TestJars.sound("sound", "1.2.3"), "sound.jar");

        Map<String, Object> row = felix.await("sound", "active");

        assertThat(row).containsEntry("version", "1.2.3").containsEntry("kind", "extension");
        assertThat(felix.ask("sound")).contains("1.2.3");
    }

    @Test
    void jarWithoutManifestIsRefused() throws Exception {
        folder.drop(TestJars.noManifest(), "plain.jar");
        folder.refused("plain.jar", "no manifest", "bundle form");
    }

    @Test
    void jarWithoutSymbolicNameIsRefused() throws Exception {
        folder.drop(TestJars.noSymbolicName(), "plain.jar");
        folder.refused("plain.jar", "Bundle-SymbolicName", "bundle form");
    }

    @Test
    void truncatedJarIsRefused() throws Exception {
        JarBuilder.write(
                TestJars.truncated(TestJars.sound("half", "1.0.0")),
                felix.folder().resolve("half.jar"));
        folder.refused("half.jar", "not a complete zip", "intact copy");
    }

    @Test
    void missingPackageIsWaitedForUntilItComes() throws Exception {
        folder.drop(TestJars.importing("needy", "far.away;version=\"[1.0,2)\""), "needy.jar");
        folder.waiting("needy", "the package far.away in a version from 1.0.0 below 2.0.0", "extensions/");

        folder.drop(TestJars.exporting("bringer", "far.away", "1.4.0"), "bringer.jar");
        felix.await("bringer", "active");
        felix.await("needy", "active");

        assertThat(felix.folder().resolve("bringer.jar").toFile().delete()).isTrue();
        folder.waiting("needy", "the package far.away", "extensions/");
    }

    @Test
    void packageInAnotherVersionIsNamed() throws Exception {
        folder.drop(TestJars.importing("picky", "org.slf4j;version=\"[9.0,10)\""), "picky.jar");
        folder.waiting("picky", "only 2.0.20 is here", "extensions/");
    }

    @Test
    void contractOfAnotherTimeIsRefused() throws Exception {
        folder.drop(TestJars.wrongApiRange("future"), "future.jar");
        folder.refused("future", "svc.api.operation in a version from 9.0.0 below 10.0.0", "built for this server");
    }

    @Test
    void jarForContract1IsRefusedWithOneSentence() throws Exception {
        String imports = "svc.api.guard;version=\"[1.0,2)\",svc.api.jmap;version=\"[1.0,2)\",far.away";
        folder.drop(TestJars.importing("older", imports), "older.jar");
        folder.refused(
                "older", "It is built for svc.api 1, and this server has svc.api 2.", "docs/extensions/from-1-to-2.md");
    }

    @Test
    void ownCopyOfTheContractIsRefused() throws Exception {
        folder.drop(TestJars.exporting("copycat", "svc.api.mine", "1.0.0"), "copycat.jar");
        folder.refused("copycat", "its own copy of the server's package svc.api.mine", "svc.api is provided");
    }

    @Test
    void requirementsOnTheEnginesPackagesAreRejected() throws Exception {
        folder.drop(TestJars.importing("curious", "svc.api.engine;version=\"[2.0,3)\""), "curious.jar");
        folder.refused("curious", "It wants the package svc.api.engine", "scopes from Call.scope");
        // here svc.api is a part of the framework; in a server it is a bundle
        folder.drop(TestJars.bundle("greedy", "1.0.0").header("Require-Bundle", "system.bundle"), "greedy.jar");
        folder.refused("greedy", "It wants the bundle system.bundle", "single packages of svc.api");
    }

    @Test
    void dynamicImportsCannotReachTheEnginesPackages() throws Exception {
        folder.drop(TestJars.sound("sneaky", "1.0.0").header("DynamicImport-Package", "svc.api.*"), "sneaky.jar");
        felix.await("sneaky", "active");
        assertThat(felix.bundle("sneaky").orElseThrow().loadClass("svc.api.json.Json"))
                .isNotNull();
        assertThatThrownBy(() -> felix.bundle("sneaky").orElseThrow().loadClass("svc.api.engine.ScopeKey"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void throwingComponentIsRefusedWithItsCause() throws Exception {
        folder.drop(TestJars.throwingComponent("thrower"), "thrower.jar");
        folder.refused("thrower", "IllegalStateException: no luck today", "author");
        while (felix.bundle("thrower").isPresent()) {
            felix.moment();
        }
    }

    @Test
    void throwingStaticInitializerIsRefused() throws Exception {
        folder.drop(TestJars.throwingStaticInitializer("static-thrower"), "static-thrower.jar");
        folder.refused("static-thrower", "not a number", "author");
    }

    @Test
    void throwingActivatorIsRefused() throws Exception {
        folder.drop(TestJars.throwingActivator("starter"), "starter.jar");
        folder.refused("starter", "the activator gave up", "author");
    }

    @Test
    void endlessStartIsGivenUpWhileOthersGoOn() throws Exception {
        folder.drop(TestJars.endlessStart("endless"), "endless.jar");
        folder.drop(TestJars.sound("other", "1.0.0"), "other.jar");
        felix.await("other", "active");
        assertThat(felix.row("endless")).isEmpty();

        folder.refused("endless", "did not end", "does not block");
        // The thread was interrupted before the status; when it ends depends on the machine.
        for (int i = 0; i < 500 && threads().contains("extension-start-endless"); i++) {
            felix.moment();
        }
        assertThat(threads()).doesNotContain("extension-start-endless");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    @Test
    void deafEndlessStartIsGivenUpTooAndTheServerGoesOn() throws Exception {
        folder.drop(TestJars.deafEndlessStart("deaf"), "deaf.jar");
        folder.refused("deaf", "did not end", "does not block");
        folder.drop(TestJars.sound("other", "1.0.0"), "other.jar");
        felix.await("other", "active");
        // Ends the thread, so that the next test is not affected.
        System.setProperty("deaf.end", "true");
    }

    @Test
    void missingServiceIsWaitedForUntilItComes() throws Exception {
        folder.drop(TestJars.waitingForService("listener", "java.util.concurrent.Executor"), "listener.jar");
        folder.waiting("listener", "the service java.util.concurrent.Executor", "extensions/");

        var registration = felix.context().registerService(java.util.concurrent.Executor.class, Runnable::run, null);
        felix.await("listener", "active");
        registration.unregister();
        felix.await("listener", "waiting");
    }

    @Test
    void classesForALaterJavaAreRefused() throws Exception {
        folder.drop(TestJars.wrongJavaLevel("later"), "later.jar");
        folder.refused("later.jar", "compiled for Java 206", "Run the server on Java 206");
    }

    @Test
    void askingForALaterJavaIsRefused() throws Exception {
        folder.drop(TestJars.wrongExecutionEnvironment("later"), "later.jar");
        folder.refused("later", "compiled for Java 99", "Run the server on Java 99");
    }

    @Test
    void badMetatypeIsRefused() throws Exception {
        folder.drop(TestJars.badMetatype("odd"), "odd.jar");
        folder.refused("odd.jar", "OSGI-INF/metatype/broken.xml", "sound metatype");
    }

    @Test
    void missingKeyIsWaitedForUntilItIsAdded() throws Exception {
        folder.drop(TestJars.requiringKey("keyed", "svc.keyed", "colour"), "keyed.jar");
        folder.waiting("keyed", "svc.toml:1:1: The key colour is missing.", "Add the line colour = ….");

        Files.writeString(home.resolve("svc.toml"), "[keyed]\ncolour = \"red\"\n");
        felix.await("keyed", "active");
        assertThat(felix.settings().admitted()).containsExactly("keyed.jar");

        felix.empty();
        assertThat(felix.settings().admitted()).isEmpty();
    }

    @Test
    void replacedFileIsAnUpdate() throws Exception {
        folder.drop(TestJars.sound("moving", "1.0.0"), "moving.jar");
        felix.await("moving", "active");
        folder.drop(TestJars.sound("moving", "1.1.0"), "moving.jar");
        while (felix.ask("moving").filter("1.1.0"::equals).isEmpty()) {
            felix.moment();
        }
        while (!"1.1.0"
                .equals(felix.await("moving", "active").get("version"))) { // the status changes after the service
            felix.moment();
        }
    }

    @Test
    void deletedFileIsARemoval() throws Exception {
        folder.drop(TestJars.sound("leaving", "1.0.0"), "leaving.jar");
        felix.await("leaving", "active");
        assertThat(felix.folder().resolve("leaving.jar").toFile().delete()).isTrue();
        felix.awaitGone("leaving");
        assertThat(felix.bundle("leaving")).isEqualTo(Optional.empty());
    }

    @Test
    void unfinishedAndHiddenFilesAreLeftAlone() throws Exception {
        byte[] jar = TestJars.sound("later", "1.0.0").bytes();
        JarBuilder.write(jar, felix.folder().resolve(".hidden.jar"));
        JarBuilder.write(jar, felix.folder().resolve("some.jar.tmp"));
        folder.drop(TestJars.sound("marker", "1.0.0"), "marker.jar");
        felix.await("marker", "active");
        assertThat(felix.row("later")).isEmpty();
    }
}
