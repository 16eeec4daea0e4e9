package svc.extensions.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import svc.extensions.DroppedJars;
import svc.extensions.FelixWithExtensions;
import svc.extensions.RecordingSchema;
import svc.testkit.Covers;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;

/** Tests jars in a running server that conflict with each other, or belong to each other. */
@Covers(
        value = {"OSGI-01", "OSGI-03"},
        part = "others beside it")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BundleNameCheckIT {

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
    void secondBundleOnOneRouteIsRefusedUntilTheFirstGoes() throws Exception {
        folder.drop(TestJars.route("first", "/notes"), "first.jar");
        felix.await("first", "active");
        folder.drop(TestJars.route("second", "/notes"), "second.jar");
        folder.refused("second", "route /notes is already taken by the bundle first", "bundle remove");
        assertThat(felix.ask("first")).isPresent();

        assertThat(felix.folder().resolve("first.jar").toFile().delete()).isTrue();
        felix.await("second", "active");
    }

    @Test
    void aBundleThatStopsMeanwhileIsCheckedAgain() throws Exception {
        Path go = home.resolve("go");
        folder.drop(TestJars.route("first", "/notes"), "first.jar");
        felix.await("first", "active");
        folder.drop(leavingWhenThereIs(go, TestJars.route("second", "/notes")), "second.jar");
        folder.refused("second", "already taken by the bundle first", "bundle remove");

        assertThat(felix.folder().resolve("first.jar").toFile().delete()).isTrue();
        felix.awaitGone("first");
        assertThat(felix.bundle("second")).isPresent();
        Files.createFile(go);
        felix.await("second", "active");
    }

    /** Adds an activator that does not stop before a file exists. */
    private static JarBuilder leavingWhenThereIs(Path file, JarBuilder recipe) {
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
    void secondBundleOfOneNameIsRefusedUntilTheFirstGoes() throws Exception {
        folder.drop(TestJars.sound("twin", "1.0.0"), "twin-1.jar");
        felix.await("twin", "active");
        folder.drop(TestJars.sound("twin", "2.0.0"), "twin-2.jar");
        long since = System.nanoTime();
        while (felix.health().run().size() < 2
                && System.nanoTime() - since < Duration.ofSeconds(8).toNanos()) {
            felix.moment();
        }
        assertThat(felix.health().run())
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
        folder.drop(TestJars.sound("svc.extensions", "9.0.0"), "mine.jar");
        long since = System.nanoTime();
        while (felix.health().run().size() < 2
                && System.nanoTime() - since < Duration.ofSeconds(8).toNanos()) {
            felix.moment();
        }
        assertThat(felix.health().run())
                .anySatisfy(finding -> assertThat(finding.detail()).contains("as a part of the server itself"));
    }

    @Test
    void fragmentWaitsForItsHostAndJoinsARunningOne() throws Exception {
        folder.drop(TestJars.fragment("piece", "host"), "piece.jar");
        folder.waiting("piece", "the bundle host, of which it is a fragment", "extensions/");

        folder.drop(TestJars.sound("host", "1.0.0"), "host.jar");
        felix.await("host", "active");
        felix.await("piece", "active");
        assertThat(felix.bundle("host").orElseThrow().getResource("added.txt")).isNotNull();
    }

    @Test
    void fragmentJoinsAHostThatRunsAlready() throws Exception {
        folder.drop(TestJars.sound("host", "1.0.0"), "host.jar");
        felix.await("host", "active");
        folder.drop(TestJars.fragment("piece", "host"), "piece.jar");
        felix.await("piece", "active");
        while (felix.ask("host").filter("1.0.0"::equals).isEmpty()) { // the host restarts with its fragment
            felix.moment();
        }
        felix.await("host", "active");
        assertThat(felix.bundle("host").orElseThrow().getResource("added.txt")).isNotNull();
    }

    @Test
    void fragmentOfTheServersOwnBundleIsRefused() throws Exception {
        folder.drop(TestJars.fragment("parasite", "svc.extensions"), "parasite.jar");
        folder.refused("parasite", "belongs to the server itself", "author");
    }
}
