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

/** The same sources give the same bytes: elsewhere, in another time zone, without the analysis. */
final class ReproducibleIT {

    private static final Repository REPOSITORY = Repository.here();

    @TempDir
    Path folder;

    @Test
    void aBundleBuiltAgainElsewhereHasTheSameBytes() throws Exception {
        copySources();
        build("-am", "-pl", "bundles/svc.json");

        for (String bundle : List.of("svc.api", "svc.json")) {
            Path jar = BundleJar.jarOf(REPOSITORY.root().resolve("bundles").resolve(bundle));
            assertThat(Parts.sha256(BundleJar.jarOf(folder.resolve("bundles").resolve(bundle))))
                    .as(jar.toString())
                    .isEqualTo(Parts.sha256(jar));
        }
    }

    @Test
    @Tag("soak")
    void theWholeDistributionBuiltAgainHasTheSameBytes() throws Exception {
        copySources();
        build();

        assertThat(Parts.jars(folder.resolve("launcher/target/svc")))
                .isEqualTo(Parts.jars(REPOSITORY.root().resolve("launcher/target/svc")));
    }

    @Test
    void aChangedSourceGivesOtherBytes() throws Exception {
        copySources();
        Path source = folder.resolve("bundles/svc.api/src/main/java/svc/api/boot/BootStep.java");
        Files.writeString(source, Files.readString(source).replace("\"migrate\"", "\"migrated\""));
        build("-am", "-pl", "bundles/svc.api");

        assertThat(Parts.sha256(BundleJar.jarOf(folder.resolve("bundles/svc.api"))))
                .isNotEqualTo(Parts.sha256(BundleJar.jarOf(REPOSITORY.root().resolve("bundles/svc.api"))));
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
        builder.environment().remove("MAVEN_OPTS");
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
