package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/svc} with a Java that only tells how it was called. */
final class StartScriptTest {

    private static final String TELLING_JAVA = """
            #!/bin/sh
            for option; do
              case $option in
                -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) : >"${option#*=}"; echo "svc is ready"; exit 0 ;;
              esac
            done
            echo "$@"
            """;

    @TempDir
    Path directory;

    private Path distribution;
    private Path jar;

    @BeforeEach
    void layOut() throws Exception {
        distribution = directory.resolve("svc");
        Files.createDirectories(distribution.resolve("bin"));
        Files.copy(Path.of("src/main/dist/bin/svc"), distribution.resolve("bin/svc"));
        runnable(distribution.resolve("bin/svc"));
        jar = Files.createDirectories(distribution.resolve("lib")).resolve("launcher.jar");
        Files.writeString(jar, "the jar");
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, -XX:SharedArchiveFile=", "25.0.3, -XX:AOTCache="})
    void theStartUpArchiveServesTheJarsItWasMadeOfWhereTheyAre(String version, String option) throws Exception {
        java(version);
        assertThat(called()).contains("launcher.jar version").doesNotContain(option);
        assertThat(svc("archive").exit()).isZero();
        assertThat(called()).contains(option + distribution.resolve("lib/startup-" + version));

        Files.writeString(jar, "another one");
        assertThat(called()).doesNotContain(option);
        Files.writeString(jar, "the jar");
        assertThat(called()).contains(option);

        Files.move(distribution, directory.resolve("elsewhere"));
        distribution = directory.resolve("elsewhere");
        assertThat(called()).contains("launcher.jar version").doesNotContain(option);
        assertThat(svc("archive").exit()).isZero();
        assertThat(called()).contains(option);
    }

    private String called() {
        return svc("version").out();
    }

    private SvcCommand.Finished svc(String word) {
        return SvcCommand.of(distribution)
                .with("JAVA_HOME", directory.resolve("java").toString())
                .run(word);
    }

    private void java(String version) throws Exception {
        Path bin = Files.createDirectories(directory.resolve("java/bin"));
        Files.writeString(directory.resolve("java/release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(bin.resolve("java"), TELLING_JAVA);
        runnable(bin.resolve("java"));
    }

    private static void runnable(Path file) throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
