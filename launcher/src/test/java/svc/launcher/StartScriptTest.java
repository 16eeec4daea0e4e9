package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/svc} with a fake Java that prints its arguments. */
final class StartScriptTest {

    private static final String PRINTING_JAVA = """
            #!/bin/sh
            for option; do
              case $option in
                -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) : >"${option#*=}"; echo "svc is ready"; exit 0 ;;
              esac
            done
            echo "$0 $@"
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
    void startupArchiveIsUsedOnlyForItsJars(String version, String option) throws Exception {
        java("java", version);
        assertThat(called()).contains("launcher.jar version").doesNotContain(option);
        assertThat(svc("archive").exit()).isZero();
        assertThat(called()).contains(option + distribution.resolve("lib/startup-" + version));

        Files.writeString(jar, "another one");
        assertThat(called()).doesNotContain(option);
        Files.writeString(jar, "the jar");
        assertThat(called()).contains(option);

        Path archive = onlyArchive();
        Files.writeString(archive, "cut");
        assertThat(called()).contains("launcher.jar version").doesNotContain(option);
        Files.writeString(archive, "");
        assertThat(called()).contains(option);

        Files.move(distribution, directory.resolve("elsewhere"));
        distribution = directory.resolve("elsewhere");
        assertThat(called()).contains("launcher.jar version").doesNotContain(option);
        assertThat(svc("archive").exit()).isZero();
        assertThat(called()).contains(option);
    }

    @Test
    void newestJavaOnThePathIsUsed() throws Exception {
        java("jvm/older", "17.0.15");
        java("jvm/newest", "25.0.3");
        java("jvm/old", "11.0.2");
        java("other one", "21.0.1");
        assertThat(searching("jvm/*", "other one").out())
                .startsWith(directory.resolve("jvm/newest/bin/java").toString());
        assertThat(searching("jvm/old*", "other one").out())
                .startsWith(directory.resolve("other one/bin/java").toString());
    }

    @Test
    void rejectsOldJavaFromAnySource() throws Exception {
        java("jvm/old", "11.0.2");
        String old = directory.resolve("jvm/old/bin/java") + " is version 11.0.2; svc needs 17 or newer.";
        assertRefused(searching("jvm/*"), old, "Install a newer Java, or set JAVA_HOME to one.");
        java("java", "11.0.2");
        assertRefused(svc("version"), "is version 11.0.2; svc needs 17 or newer.", "Install a newer Java");
    }

    @Test
    void rejectsJavaHomeWithoutJava() throws Exception {
        java("jvm/sound", "17.0.15");
        assertRefused(
                svc("version"),
                "JAVA_HOME is " + directory.resolve("java") + ", and there is no Java in it.",
                "Set JAVA_HOME to a Java of version 17 or newer, or unset it.");
    }

    @Test
    void heapLimitAndOptionsAreConfigurable() throws Exception {
        java("java", "17.0.15");
        assertThat(called()).contains(" -Xmx512m ");
        SvcCommand command = SvcCommand.of(distribution).with("JAVA_HOME", directory.resolve("java") + "");
        assertThat(command.with("SVC_MEMORY", "2g")
                        .with("SVC_JAVA_OPTIONS", "-Done=1 -Dtwo=2")
                        .run("version")
                        .out())
                .contains(" -Xmx2g ", " -Done=1 -Dtwo=2 ")
                .doesNotContain("512m");
    }

    @ParameterizedTest
    @CsvSource({"run --home x, 4", "--home x run, 4", "mail import, 4", "config check, 1", "'', 1"})
    void onlyTheServerAndLongCommandsUseTheSecondCompiler(String words, String tier) throws Exception {
        java("java", "17.0.15");
        assertThat(SvcCommand.of(distribution)
                        .with("JAVA_HOME", directory.resolve("java") + "")
                        .with("SVC_TIER", "")
                        .run(words.isEmpty() ? new String[0] : words.split(" ", -1))
                        .out())
                .contains(" -XX:TieredStopAtLevel=" + tier + " ");
    }

    private static void assertRefused(SvcCommand.Finished finished, String what, String remedy) {
        assertThat(finished.exit()).isEqualTo(78);
        assertThat(finished.err().lines())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("svc: ").contains(what),
                        second -> assertThat(second).startsWith("     ").contains(remedy));
        assertThat(finished.out()).isEmpty();
    }

    /** Runs the search for Java without JAVA_HOME. */
    private SvcCommand.Finished searching(String... folders) {
        String path = Stream.of(folders)
                .map(folder -> directory.resolve(folder).toString())
                .collect(Collectors.joining(":"));
        return SvcCommand.of(distribution)
                .with("JAVA_HOME", "")
                .with("SVC_JAVA_PATH", path)
                .run("version");
    }

    private Path onlyArchive() throws Exception {
        try (Stream<Path> files = Files.list(distribution.resolve("lib"))) {
            return files.filter(file -> file.toString().matches(".*/startup-[^/]*\\.(jsa|aot)"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String called() {
        return svc("version").out();
    }

    private SvcCommand.Finished svc(String word) {
        return SvcCommand.of(distribution)
                .with("JAVA_HOME", directory.resolve("java").toString())
                .run(word);
    }

    private void java(String home, String version) throws Exception {
        Path bin = Files.createDirectories(directory.resolve(home).resolve("bin"));
        Files.writeString(directory.resolve(home).resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(bin.resolve("java"), PRINTING_JAVA);
        runnable(bin.resolve("java"));
    }

    private static void runnable(Path file) throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
