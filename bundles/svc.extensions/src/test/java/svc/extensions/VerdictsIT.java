package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** Every kind of jar dropped into a running server: one verdict each, in words, and the server goes on. */
@Covers({"OSGI-01", "OSGI-03"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerdictsIT {

    private FelixWithExtensions felix;
    private Path home;

    @BeforeAll
    void open(@TempDir Path directory) throws Exception {
        home = directory;
        felix = new FelixWithExtensions(home, new RecordingSchema()).open();
    }

    /** The same server goes on through all of it. */
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
        drop(JarWorkshop.sound("sound", "1.2.3"), "sound.jar");

        Map<String, Object> row = felix.await("sound", "active");

        assertThat(row).containsEntry("version", "1.2.3").containsEntry("kind", "extension");
        assertThat(felix.ask("sound")).contains("1.2.3");
    }

    @Test
    void jarWithoutManifestIsRefused() throws Exception {
        drop(JarWorkshop.noManifest(), "plain.jar");
        refused("plain.jar", "no manifest", "bundle form");
    }

    @Test
    void jarWithoutSymbolicNameIsRefused() throws Exception {
        drop(JarWorkshop.noSymbolicName(), "plain.jar");
        refused("plain.jar", "Bundle-SymbolicName", "bundle form");
    }

    @Test
    void truncatedJarIsRefused() throws Exception {
        JarRecipe.write(
                JarWorkshop.truncated(JarWorkshop.sound("half", "1.0.0")),
                felix.folder().resolve("half.jar"));
        refused("half.jar", "not a whole zip", "sound copy");
    }

    @Test
    void missingPackageIsWaitedForUntilItComes() throws Exception {
        drop(JarWorkshop.importing("needy", "far.away;version=\"[1.0,2)\""), "needy.jar");
        waiting("needy", "the package far.away in a version from 1.0.0 below 2.0.0", "extensions/");

        drop(JarWorkshop.exporting("bringer", "far.away", "1.4.0"), "bringer.jar");
        felix.await("bringer", "active");
        felix.await("needy", "active");

        assertThat(felix.folder().resolve("bringer.jar").toFile().delete()).isTrue();
        waiting("needy", "the package far.away", "extensions/");
    }

    @Test
    void packageInAnotherVersionIsNamed() throws Exception {
        drop(JarWorkshop.importing("picky", "org.slf4j;version=\"[9.0,10)\""), "picky.jar");
        waiting("picky", "only 2.0.20 is here", "extensions/");
    }

    @Test
    void contractOfAnotherTimeIsRefused() throws Exception {
        drop(JarWorkshop.wrongApiRange("future"), "future.jar");
        refused("future", "svc.api.operation in a version from 9.0.0 below 10.0.0", "built for this server");
    }

    @Test
    void ownCopyOfTheContractIsRefused() throws Exception {
        drop(JarWorkshop.exporting("copycat", "svc.api.mine", "1.0.0"), "copycat.jar");
        refused("copycat", "its own copy of the server's package svc.api.mine", "svc.api is provided");
    }

    @Test
    void whatBelongsToTheEngineAloneIsRefusedWhicheverWayItIsAskedFor() throws Exception {
        drop(JarWorkshop.importing("curious", "svc.api.engine;version=\"[1.0,2)\""), "curious.jar");
        refused("curious", "It wants the package svc.api.engine", "scopes from Call.scope");
        // here the contract is a part of the framework, in a server it is the bundle svc.api
        drop(JarWorkshop.bundle("greedy", "1.0.0").header("Require-Bundle", "system.bundle"), "greedy.jar");
        refused("greedy", "It wants the bundle system.bundle", "single packages of svc.api");
    }

    @Test
    void anImportOnDemandDoesNotReachWhatBelongsToTheEngineAlone() throws Exception {
        drop(JarWorkshop.sound("sneaky", "1.0.0").header("DynamicImport-Package", "svc.api.*"), "sneaky.jar");
        felix.await("sneaky", "active");
        assertThat(felix.bundle("sneaky").orElseThrow().loadClass("svc.api.json.Json"))
                .isNotNull();
        assertThatThrownBy(() -> felix.bundle("sneaky").orElseThrow().loadClass("svc.api.engine.ScopeKey"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void throwingComponentIsRefusedWithItsCause() throws Exception {
        drop(JarWorkshop.throwingComponent("thrower"), "thrower.jar");
        refused("thrower", "IllegalStateException: no luck today", "author");
        while (felix.bundle("thrower").isPresent()) {
            felix.moment();
        }
    }

    @Test
    void throwingStaticInitializerIsRefused() throws Exception {
        drop(JarWorkshop.throwingStaticInitializer("static-thrower"), "static-thrower.jar");
        refused("static-thrower", "not a number", "author");
    }

    @Test
    void throwingActivatorIsRefused() throws Exception {
        drop(JarWorkshop.throwingActivator("starter"), "starter.jar");
        refused("starter", "the activator gave up", "author");
    }

    @Test
    void endlessStartIsGivenUpWhileOthersGoOn() throws Exception {
        drop(JarWorkshop.endlessStart("endless"), "endless.jar");
        drop(JarWorkshop.sound("other", "1.0.0"), "other.jar");
        felix.await("other", "active");
        assertThat(felix.row("endless")).isEmpty();

        refused("endless", "does not come to an end", "does not block");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("extension-start-endless");
    }

    @Test
    void deafEndlessStartIsGivenUpTooAndTheServerGoesOn() throws Exception {
        drop(JarWorkshop.deafEndlessStart("deaf"), "deaf.jar");
        refused("deaf", "does not come to an end", "does not block");
        drop(JarWorkshop.sound("other", "1.0.0"), "other.jar");
        felix.await("other", "active");
        // Lets the thread go, so that the next test has the framework for itself.
        System.setProperty("deaf.end", "true");
    }

    @Test
    void missingServiceIsWaitedForUntilItComes() throws Exception {
        drop(JarWorkshop.waitingForService("listener", "java.util.concurrent.Executor"), "listener.jar");
        waiting("listener", "the service java.util.concurrent.Executor", "extensions/");

        var registration = felix.context().registerService(java.util.concurrent.Executor.class, Runnable::run, null);
        felix.await("listener", "active");
        registration.unregister();
        felix.await("listener", "waiting");
    }

    @Test
    void secondBundleOnOneRouteIsRefusedUntilTheFirstGoes() throws Exception {
        drop(JarWorkshop.route("first", "/notes"), "first.jar");
        felix.await("first", "active");
        drop(JarWorkshop.route("second", "/notes"), "second.jar");
        refused("second", "route /notes is already taken by the bundle first", "bundle remove");
        assertThat(felix.ask("first")).isPresent();

        assertThat(felix.folder().resolve("first.jar").toFile().delete()).isTrue();
        felix.await("second", "active");
    }

    @Test
    void whoIsStillLeavingWhenTheFirstGoesGetsAnotherLookToo() throws Exception {
        Path go = home.resolve("go");
        drop(JarWorkshop.route("first", "/notes"), "first.jar");
        felix.await("first", "active");
        drop(leavingWhenThereIs(go, JarWorkshop.route("second", "/notes")), "second.jar");
        refused("second", "already taken by the bundle first", "bundle remove");

        assertThat(felix.folder().resolve("first.jar").toFile().delete()).isTrue();
        felix.awaitGone("first");
        assertThat(felix.bundle("second")).isPresent();
        Files.createFile(go);
        felix.await("second", "active");
    }

    /** With an activator whose end waits for a file. */
    private static JarRecipe leavingWhenThereIs(Path file, JarRecipe recipe) {
        return recipe.header("Import-Package", "org.osgi.framework")
                .header("Bundle-Activator", "slow.Leaving")
                .source("slow.Leaving", """
                        package slow;
                        import java.nio.file.*;
                        import org.osgi.framework.*;
                        public final class Leaving implements BundleActivator {
                            public void start(BundleContext context) {}
                            public void stop(BundleContext context) {
                                while (!Files.exists(Path.of("%s")))
                                    java.util.concurrent.locks.LockSupport.parkNanos(10_000_000L);
                            }
                        }
                        """.formatted(file));
    }

    @Test
    void classesForALaterJavaAreRefused() throws Exception {
        drop(JarWorkshop.wrongJavaLevel("later"), "later.jar");
        refused("later.jar", "made for Java 206", "Run the server on Java 206");
    }

    @Test
    void askingForALaterJavaIsRefused() throws Exception {
        drop(JarWorkshop.wrongExecutionEnvironment("later"), "later.jar");
        refused("later", "made for Java 99", "Run the server on Java 99");
    }

    @Test
    void badMetatypeIsRefused() throws Exception {
        drop(JarWorkshop.badMetatype("odd"), "odd.jar");
        refused("odd.jar", "OSGI-INF/metatype/broken.xml", "sound metatype");
    }

    @Test
    void secondBundleOfOneNameIsRefusedUntilTheFirstGoes() throws Exception {
        drop(JarWorkshop.sound("twin", "1.0.0"), "twin-1.jar");
        felix.await("twin", "active");
        drop(JarWorkshop.sound("twin", "2.0.0"), "twin-2.jar");
        long since = System.nanoTime();
        while (felix.health().examine().size() < 2
                && System.nanoTime() - since < Duration.ofSeconds(8).toNanos()) {
            felix.moment();
        }
        assertThat(felix.health().examine())
                .anySatisfy(finding -> assertThat(finding.detail())
                        .contains("another bundle with the name twin, in the file twin-1.jar"));
        assertThat(felix.ask("twin")).contains("1.0.0");

        assertThat(felix.folder().resolve("twin-1.jar").toFile().delete()).isTrue();
        while (felix.ask("twin").filter("2.0.0"::equals).isEmpty()) {
            felix.moment();
        }
        felix.await("twin", "active");
    }

    @Test
    void nameOfTheServersOwnBundleIsRefused() throws Exception {
        drop(JarWorkshop.sound("svc.extensions", "9.0.0"), "mine.jar");
        long since = System.nanoTime();
        while (felix.health().examine().size() < 2
                && System.nanoTime() - since < Duration.ofSeconds(8).toNanos()) {
            felix.moment();
        }
        assertThat(felix.health().examine())
                .anySatisfy(finding -> assertThat(finding.detail()).contains("as a part of the server itself"));
    }

    @Test
    void brokenMigrationIsRefusedInTheStoresWords() throws Exception {
        drop(JarWorkshop.migrating("notes", "1.0.0", "notes", "broken"), "notes.jar");
        refused("notes", RecordingSchema.REASON, RecordingSchema.REMEDY);
    }

    @Test
    void missingKeyIsWaitedForUntilItIsAdded() throws Exception {
        drop(JarWorkshop.requiringKey("keyed", "svc.keyed", "colour"), "keyed.jar");
        waiting("keyed", "svc.toml:1:1: The key colour is missing.", "Add the line colour = ….");

        Files.writeString(home.resolve("svc.toml"), "[keyed]\ncolour = \"red\"\n");
        felix.await("keyed", "active");
        assertThat(felix.settings().admitted()).containsExactly("keyed.jar");

        felix.empty();
        assertThat(felix.settings().admitted()).isEmpty();
    }

    @Test
    void fragmentWaitsForItsHostAndJoinsARunningOne() throws Exception {
        drop(JarWorkshop.fragment("piece", "host"), "piece.jar");
        waiting("piece", "the bundle host, of which it is a fragment", "extensions/");

        drop(JarWorkshop.sound("host", "1.0.0"), "host.jar");
        felix.await("host", "active");
        felix.await("piece", "active");
        assertThat(felix.bundle("host").orElseThrow().getResource("added.txt")).isNotNull();
    }

    @Test
    void fragmentJoinsAHostThatRunsAlready() throws Exception {
        drop(JarWorkshop.sound("host", "1.0.0"), "host.jar");
        felix.await("host", "active");
        drop(JarWorkshop.fragment("piece", "host"), "piece.jar");
        felix.await("piece", "active");
        while (felix.ask("host").filter("1.0.0"::equals).isEmpty()) { // it is started anew with its fragment
            felix.moment();
        }
        felix.await("host", "active");
        assertThat(felix.bundle("host").orElseThrow().getResource("added.txt")).isNotNull();
    }

    @Test
    void fragmentOfTheServersOwnBundleIsRefused() throws Exception {
        drop(JarWorkshop.fragment("parasite", "svc.extensions"), "parasite.jar");
        refused("parasite", "belongs to the server itself", "author");
    }

    @Test
    void replacedFileIsAnUpdate() throws Exception {
        drop(JarWorkshop.sound("moving", "1.0.0"), "moving.jar");
        felix.await("moving", "active");
        drop(JarWorkshop.sound("moving", "1.1.0"), "moving.jar");
        while (felix.ask("moving").filter("1.1.0"::equals).isEmpty()) {
            felix.moment();
        }
        while (!"1.1.0".equals(felix.await("moving", "active").get("version"))) { // the verdict follows the service
            felix.moment();
        }
    }

    @Test
    void deletedFileIsARemoval() throws Exception {
        drop(JarWorkshop.sound("leaving", "1.0.0"), "leaving.jar");
        felix.await("leaving", "active");
        assertThat(felix.folder().resolve("leaving.jar").toFile().delete()).isTrue();
        felix.awaitGone("leaving");
        assertThat(felix.bundle("leaving")).isEqualTo(Optional.empty());
    }

    @Test
    void unfinishedAndHiddenFilesAreLeftAlone() throws Exception {
        byte[] jar = JarWorkshop.sound("later", "1.0.0").bytes();
        JarRecipe.write(jar, felix.folder().resolve(".hidden.jar"));
        JarRecipe.write(jar, felix.folder().resolve("some.jar.tmp"));
        drop(JarWorkshop.sound("marker", "1.0.0"), "marker.jar");
        felix.await("marker", "active");
        assertThat(felix.row("later")).isEmpty();
    }

    private void drop(JarRecipe recipe, String file) {
        recipe.writeTo(felix.folder().resolve(file));
    }

    private void refused(String name, String reason, String remedy) throws Exception {
        verdict(name, "refused", reason, remedy);
    }

    private void waiting(String name, String reason, String remedy) throws Exception {
        verdict(name, "waiting", reason, remedy);
    }

    private void verdict(String name, String state, String reason, String remedy) throws Exception {
        long since = System.nanoTime();
        Map<String, Object> row = felix.await(name, state);
        assertThat(row.get("reason")).asString().contains(reason).endsWith(".");
        assertThat(row.get("remedy")).asString().contains(remedy);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(6));
    }
}
