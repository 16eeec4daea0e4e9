package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two builds of the same sources have the same bytes: in another folder and time zone, and without static analysis. */
final class ReproducibleIT {

    private static final Repository REPOSITORY = Repository.here();

    @TempDir
    Path folder;

    @Test
    void equalSourcesGiveEqualBytes() throws Exception {
        copySources();
        Path source = folder.resolve("bundles/svc.json/src/main/java/svc/json/package-info.java");
        Files.writeString(source, Files.readString(source).replace("@NullMarked", "@NullMarked @Deprecated"));
        build("-am", "-pl", "bundles/svc.json");

        assertThat(sha256(folder, "svc.api"))
                .as("svc.api: run `make clean` if this working copy may have something left of an earlier build")
                .isEqualTo(sha256(REPOSITORY.root(), "svc.api"));
        assertThat(sha256(folder, "svc.testkit"))
                .as("svc.testkit: run `make clean` if this working copy may have something left of an earlier build")
                .isEqualTo(sha256(REPOSITORY.root(), "svc.testkit"));
        assertThat(sha256(folder, "svc.json")).isNotEqualTo(sha256(REPOSITORY.root(), "svc.json"));
    }

    @Test
    @Tag("soak")
    void rebuiltDistributionHasTheSameBytes() throws Exception {
        copySources();
        build("-Dmaven.javadoc.skip=false");

        assertThat(Parts.jars(folder.resolve("launcher/target/svc")))
                .isEqualTo(Parts.jars(REPOSITORY.root().resolve("launcher/target/svc")));
    }

    private static String sha256(Path root, String bundle) throws IOException {
        return Parts.sha256(BundleJar.jarOf(root.resolve("bundles").resolve(bundle)));
    }

    private void copySources() throws IOException {
        for (Path file : REPOSITORY.files()) {
            Path copy = folder.resolve(REPOSITORY.root().relativize(file));
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private void build(String... arguments) throws IOException, InterruptedException {
        String home = System.getProperty("svc.maven.home", "");
        String repository = System.getProperty("svc.maven.repository", "");
        Path log = folder.resolve("build.log");
        ProcessBuilder builder =
                new ProcessBuilder(home.isEmpty() ? "mvn" : home + "/bin/mvn", "-B", "-o", "-q", "-Pfast", "package");
        if (!repository.isEmpty()) {
            builder.command().add("-Dmaven.repo.local=" + repository);
        }
        builder.command().addAll(List.of(arguments));
        builder.environment().put("TZ", "Pacific/Kiritimati");
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        Process process = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(() -> read(log)).isZero();
    }

    private static String read(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
