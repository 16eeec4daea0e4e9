package svc.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;

class ConfigurationHealthCheckTest {

    @TempDir
    Path home;

    private Map<String, Finding> findings(FakeLauncher launcher) {
        return new ConfigurationHealthCheck(new Keys(launcher::keys), launcher::check, home.resolve("svc.toml"))
                .run().stream().collect(Collectors.toMap(Finding::check, finding -> finding));
    }

    private void file(String permissions) throws IOException {
        Path file = home.resolve("svc.toml");
        Files.writeString(file, "x");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aFileWithSecretsForOthersIsAWarning() throws IOException {
        FakeLauncher launcher = new FakeLauncher().has(FakeLauncher.key("admin.token", "secret text", "s3cret"));
        file("rw-r-----");
        assertThat(findings(launcher).get("config-file-mode"))
                .returns(Finding.Status.WARN, Finding::status)
                .satisfies(finding -> assertThat(finding.remedy()).contains("Run `chmod 600 " + home + "/svc.toml`."));
        file("rw-------");
        assertThat(findings(launcher))
                .allSatisfy((name, finding) -> assertThat(finding.status()).isEqualTo(Finding.Status.OK));
        file("rw-r--r--");
        assertThat(findings(new FakeLauncher()).get("config-file-mode")).returns(Finding.Status.OK, Finding::status);
    }

    @Test
    void aFileThatTheNextStartRefusesIsAFailure() {
        FakeLauncher launcher = new FakeLauncher();
        launcher.problems = "svc.toml:3:1\tThere is no key a.\tDelete it.\nx.jar\tIt is broken.\tMend it.";

        assertThat(findings(launcher).get("config-valid"))
                .returns(Finding.Status.FAIL, Finding::status)
                .returns(Map.of("problems", 2), Finding::facts);
    }
}
