package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.kit.WorkingCopy;

/** An author creates a capability outside this tree, and builds and tests it without a network. */
final class ExtensionKitIT {

    @TempDir
    Path directory;

    @Test
    void newProjectIsBuiltAndTested() throws Exception {
        Path project = directory.resolve("some where/agenda");
        WorkingCopy.newCapability("agenda", "", project);
        assertThat(new MavenProject(project).verify()).isGreaterThan(30);
        assertThat(project.resolve("target/org.example.agenda-1.0.0.jar")).exists();
    }
}
