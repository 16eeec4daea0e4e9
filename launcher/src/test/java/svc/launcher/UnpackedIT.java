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

/** The distribution somewhere else than where it was built, in the hands of somebody who may only read it. */
final class UnpackedIT {

    @TempDir
    Path directory;

    @Test
    void aDistributionThatMayNotBeWrittenServesAnOrdinaryUser() throws Exception {
        Path opt = Files.createDirectory(directory.resolve("opt"));
        Path distribution = readOnlyCopy(opt.resolve("svc-0.30.0"));
        Path homes = Files.createDirectory(directory.resolve("homes"));
        SvcCommand.openTo(opt);
        SvcCommand.openTo(homes);
        Files.setPosixFilePermissions(homes, PosixFilePermissions.fromString("rwxrwxrwx"));
        Map<String, String> before = files(distribution);
        try (RunningServer server = SvcCommand.of(distribution)
                .asOrdinaryUser()
                .start(homes.resolve("home"))
                .ready()) {
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
            SvcCommand.Finished version = SvcCommand.of(distribution)
                    .asOrdinaryUser()
                    .run("version", "--json", "--home", server.home().toString());
            assertThat(version.exit()).as(version.err()).isZero();
            assertThat(server.terminate()).isZero();
            assertThat(server.err().lines()).noneMatch(line -> line.contains(" WARN ") || line.contains(" ERROR "));
        }
        assertThat(files(distribution)).isEqualTo(before);
    }

    private static Path readOnlyCopy(Path target) throws Exception {
        try (Stream<Path> files = Files.walk(SvcCommand.DISTRIBUTION)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(SvcCommand.DISTRIBUTION.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
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

    /** Each file with its size and when it was changed. */
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
