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
import svc.api.config.ExtensionConfiguration;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.testkit.Covers;

class ConfigurationPublisherTest {

    @TempDir
    Path directory;

    private final FakeLauncher launcher = new FakeLauncher()
            .has(FakeLauncher.key("server.listen", "text", "127.0.0.1:0"))
            .has(FakeLauncher.key("server.ports", "list of whole number", new Integer[] {1, 2}));

    @SuppressWarnings("NullAway.Init") // set before each test
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
        ExtensionConfiguration settings = framework.service(ExtensionConfiguration.class);
        Path jar = directory.resolve("notes.jar");
        launcher.has(jar, FakeLauncher.key("notes.url", "text", "https://notes.example"));
        Bundle server = framework.startGuest("svc.server");

        assertThat(settings.load(jar)).isEmpty();
        Bundle notes = framework.startGuest("svc.notes");
        assertThat(framework.told(notes)).isEqualTo("{url=https://notes.example}");

        settings.unload(jar);
        framework.await(() -> framework.told(notes).isEmpty());
        assertThat(framework.told(server)).isNotEmpty();

        assertThat(settings.load(jar)).isEmpty();
        framework.await(() -> !framework.told(notes).isEmpty());
    }

    @Test
    void aJarWhoseKeysAreNotInOrderChangesNothing() throws Exception {
        ExtensionConfiguration settings = framework.service(ExtensionConfiguration.class);
        Path jar = directory.resolve("notes.jar");
        launcher.has(jar, FakeLauncher.key("notes.url", "text", "x"));
        launcher.problems = "svc.toml:9:1\tThe key url of [notes] is missing.\tAdd the line.";
        Bundle notes = framework.startGuest("svc.notes");

        assertThat(settings.load(jar))
                .containsExactly(new ExtensionConfiguration.Problem(
                        "svc.toml:9:1", "The key url of [notes] is missing.", "Add the line."));
        assertThat(framework.told(notes)).isEmpty();
    }

    @Test
    void aReplacedJarKeepsItsConfiguration() throws Exception {
        ExtensionConfiguration settings = framework.service(ExtensionConfiguration.class);
        Path first = directory.resolve("notes-1.jar");
        Path second = directory.resolve("notes-2.jar");
        launcher.has(first, FakeLauncher.key("notes.url", "text", "one"));
        assertThat(settings.load(first)).isEmpty();
        Bundle notes = framework.startGuest("svc.notes");
        launcher.has(second, FakeLauncher.key("notes.url", "text", "two"));

        assertThat(settings.load(second)).isEmpty();
        settings.unload(first);

        framework.await(() -> framework.told(notes).equals("{url=two}"));
    }

    @Test
    void everyOperationIsOffered() throws Exception {
        ServiceReference<?>[] offered =
                Objects.requireNonNull(framework.context().getServiceReferences(OperationGroup.class.getName(), null));
        List<String> commands = Arrays.stream(offered)
                .map(reference ->
                        Objects.requireNonNull((Object) framework.context().getService(reference)))
                .flatMap(group -> Arrays.stream(group.getClass().getMethods()))
                .map(method -> method.getAnnotation(Operation.class))
                .filter(Objects::nonNull)
                .map(Operation::command)
                .sorted()
                .toList();

        assertThat(commands).containsExactly("config", "config check", "config describe", "config explain");
    }
}
