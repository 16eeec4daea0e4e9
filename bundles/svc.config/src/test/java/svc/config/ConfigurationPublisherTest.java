package svc.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import svc.api.config.Settings;
import svc.api.operation.AdminOperation;
import svc.testkit.Covers;

class ConfigurationFeedTest {

    @TempDir
    Path directory;

    private final FakeLauncher launcher = new FakeLauncher()
            .has(FakeLauncher.key("server.listen", "text", "127.0.0.1:0"))
            .has(FakeLauncher.key("server.ports", "list of whole number", new Integer[] {1, 2}));

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Framework framework;

    @BeforeEach
    void startFramework() throws BundleException {
        framework = new Framework(directory, launcher);
    }

    @AfterEach
    void stopFramework() throws Exception {
        framework.close();
    }

    @Test
    @Covers(value = "CFG-01", part = "how values reach components")
    void componentsFindTheirConfigurationWhenTheyStart() throws Exception {
        Bundle guest = framework.startGuest("svc.server");

        assertThat(framework.told(guest)).isEqualTo("{listen=127.0.0.1:0, ports=[1, 2]}");
    }

    @Test
    void aJarThatJoinsFindsItsConfigurationAndLosesItWhenItGoes() throws Exception {
        Settings settings = framework.service(Settings.class);
        Path jar = directory.resolve("notes.jar");
        launcher.has(jar, FakeLauncher.key("notes.url", "text", "https://notes.example"));
        Bundle server = framework.startGuest("svc.server");

        assertThat(settings.admit(jar)).isEmpty();
        Bundle notes = framework.startGuest("svc.notes");
        assertThat(framework.told(notes)).isEqualTo("{url=https://notes.example}");

        settings.release(jar);
        framework.await(() -> framework.told(notes).isEmpty());
        assertThat(framework.told(server)).isNotEmpty();

        assertThat(settings.admit(jar)).isEmpty();
        framework.await(() -> !framework.told(notes).isEmpty());
    }

    @Test
    void aJarWhoseKeysAreNotInOrderChangesNothing() throws Exception {
        Settings settings = framework.service(Settings.class);
        Path jar = directory.resolve("notes.jar");
        launcher.has(jar, FakeLauncher.key("notes.url", "text", "x"));
        launcher.problems = "svc.toml:9:1\tThe key url of [notes] is missing.\tAdd the line.";
        Bundle notes = framework.startGuest("svc.notes");

        assertThat(settings.admit(jar))
                .containsExactly(
                        new Settings.Problem("svc.toml:9:1", "The key url of [notes] is missing.", "Add the line."));
        assertThat(framework.told(notes)).isEmpty();
    }

    @Test
    void aReplacedJarKeepsItsConfiguration() throws Exception {
        Settings settings = framework.service(Settings.class);
        Path first = directory.resolve("notes-1.jar");
        Path second = directory.resolve("notes-2.jar");
        launcher.has(first, FakeLauncher.key("notes.url", "text", "one"));
        assertThat(settings.admit(first)).isEmpty();
        Bundle notes = framework.startGuest("svc.notes");
        launcher.has(second, FakeLauncher.key("notes.url", "text", "two"));

        assertThat(settings.admit(second)).isEmpty();
        settings.release(first);

        framework.await(() -> framework.told(notes).equals("{url=two}"));
    }

    @Test
    void everyOperationIsOffered() throws Exception {
        ServiceReference<?>[] offered =
                Objects.requireNonNull(framework.context().getServiceReferences(AdminOperation.class.getName(), null));
        List<String> commands = Arrays.stream(offered)
                .map(reference -> (AdminOperation<?, ?>)
                        Objects.requireNonNull((Object) framework.context().getService(reference)))
                .map(operation -> operation.noun() + " " + operation.verb())
                .sorted()
                .toList();

        assertThat(commands).containsExactly("config ", "config check", "config describe", "config explain");
    }
}
