package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The configuration commands without a server. */
final class ConfigIT {

    @TempDir
    Path directory;

    private SvcCommand.Finished svc(String... words) {
        return SvcCommand.svc().in(directory.resolve("home"), words);
    }

    @Test
    @Covers("CFG-01")
    void configCheckWorksWithoutAServerAndNamesEveryError() throws Exception {
        assertThat(svc("init").exit()).isZero();
        Path file = directory.resolve("home/svc.toml");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        SvcCommand.Finished inOrder = svc("config", "check");
        assertThat(inOrder.exit()).isZero();
        assertThat(inOrder.out()).isEqualTo("The configuration has no errors; the next start accepts it.\n");

        String good = Files.readString(file);
        Files.writeString(file, good + "\n[sever]\n[auth]\n[server]\nlissen = 1\n");
        SvcCommand.Finished checked = svc(
                "config",
                "check",
                "--json",
                "--set",
                "server.max_connections=-4",
                "--set",
                "server.session_urls=\"short\"",
                "--set",
                "tenants.plans=[\"Small\"]");
        assertThat(checked.exit()).isOne();
        assertThat(checked.out())
                .contains("There is no table [sever]; the nearest is [server].")
                .contains("The table [server] is given twice, first in line ")
                .contains("There is no key lissen in [server]; the nearest is listen.")
                .contains("svc.toml:" + (good.lines().count() + 2) + ":1")
                .contains("--set 1", "must be at least 8 and at most 1000000, but it is -4.")
                .contains("--set 2", "absolute", "relative", "short")
                .contains("--set 3", "must be the name of a plan and its limits");
        assertThat(svc("init").exit()).isOne();
        assertThat(Files.readString(file)).startsWith(good);
    }

    @Test
    @Covers("CFG-01")
    void keysAreDescribedWithoutShowingSecrets() throws Exception {
        SvcCommand.makeHome(directory.resolve("home"));
        String token =
                Files.readString(directory.resolve("home/svc.toml")).replaceAll("(?s).*\ntoken = \"([^\"]+)\".*", "$1");

        SvcCommand.Finished described = svc("config", "describe");
        assertThat(described.out())
                .contains("server.listen", "admin.token", "svc.http")
                .doesNotContain(token);
        SvcCommand.Finished explained = svc("config", "explain", "admin.token");
        assertThat(explained.out()).contains("(set)", "svc.toml:", "svc.admin").doesNotContain(token);
        SvcCommand.Finished unknown = svc("config", "explain", "server.lissen");
        assertThat(unknown.exit()).isOne();
        assertThat(unknown.err()).contains("server.listen");
    }
}
