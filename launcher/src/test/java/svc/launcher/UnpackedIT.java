package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeSettings;

/** The distribution in another place than it was built, for a user that may only read it. */
final class UnpackedIT {

    @TempDir
    Path directory;

    @Test
    void readOnlyDistributionWithDocumentationWorksForAnOrdinaryUser() throws Exception {
        Path opt = Files.createDirectory(directory.resolve("opt"));
        Path distribution = readOnlyCopy(opt.resolve("svc-0.40.0"));
        Path homes = Files.createDirectory(directory.resolve("homes"));
        SvcCommand.openTo(opt);
        SvcCommand.openTo(homes);
        Files.setPosixFilePermissions(homes, PosixFilePermissions.fromString("rwxrwxrwx"));
        Map<String, String> before = files(distribution);
        try (RunningServer server = SvcCommand.of(distribution)
                .asOperator()
                .asOrdinaryUser()
                .start(homes.resolve("home"))
                .ready()) {
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
            SvcCommand.Finished version = SvcCommand.of(distribution)
                    .asOrdinaryUser()
                    .run("version", "--json", "--home", server.home().toString());
            assertThat(version.exit()).as(version.err()).isZero();
            String documentation = OperationInterface.json(
                            server.admin("GET", "/config", "").body())
                    .path("documentation")
                    .asText();
            assertThat(distribution.resolve(documentation)).isRegularFile();
            assertThat(server.terminate()).isZero();
            assertThat(server.err().lines()).noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
        }
        assertThat(files(distribution)).isEqualTo(before);
    }

    @Test
    void distributionHasSampleConfigurationAndServiceUnit() throws Exception {
        Path home = directory.resolve("home");
        SvcCommand.makeHome(home);
        Path config = SvcCommand.DISTRIBUTION.resolve("config");
        assertThat(Files.readString(config.resolve("svc.toml")))
                .as("what svc init writes, with # token = \"\" for the line of the token")
                .isEqualTo(Files.readString(home.resolve("svc.toml"))
                        .replaceFirst("(?m)^token = \".+\"$", "# token = \"\""));
        assertThat(Files.readString(config.resolve("svc.service")))
                .contains("ExecStart=/opt/svc/bin/svc run --home ", "RestartPreventExitStatus=78");
        Files.copy(config.resolve("svc.toml"), home.resolve("svc.toml"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(HomeSettings.lenient(new Distribution(SvcCommand.DISTRIBUTION), new Home(home), List.of())
                        .problems())
                .isEmpty();
    }

    private static Path readOnlyCopy(Path target) throws Exception {
        DistributionCopy.in(target);
        List<Path> copied;
        try (Stream<Path> files = Files.walk(target)) {
            copied = files.toList();
        }
        for (Path file : copied) {
            boolean enter = Files.isDirectory(file) || Files.isExecutable(file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(enter ? "r-xr-xr-x" : "r--r--r--"));
        }
        return target;
    }

    /** Returns each file with its size and time of change. */
    private static Map<String, String> files(Path folder) throws Exception {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                found.put(
                        folder.relativize(file).toString(),
                        Files.readAttributes(file, "size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS)
                                .toString());
            }
        }
        return found;
    }
}
