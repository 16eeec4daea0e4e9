package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Covers;

/** An author creates a capability outside this tree and without a network, and runs it. */
final class ExtensionKitIT {

    @TempDir
    Path directory;

    @Test
    @Covers(value = "OSGI-03", part = "what is built outside the tree")
    void projectOutsideTheTreeIsBuiltTestedAndRun() throws Exception {
        builtAndRun(3);
    }

    @Test
    @Tag("soak")
    @Covers("OSGI-02")
    void projectOutsideTheTreeIsDeployedAHundredTimes() throws Exception {
        builtAndRun(100);
    }

    private void builtAndRun(int times) throws Exception {
        Path project = directory.resolve("some where/agenda");
        WorkingCopy.newCapability("agenda", "", project);
        verify(project);
        assertThat(tests(project)).isGreaterThan(30);
        Path jar = project.resolve("target/org.example.agenda-1.0.0.jar");

        try (RunningServer server =
                SvcCommand.svc().start(directory.resolve("home")).ready()) {
            DroppedExtension todos =
                    new DroppedExtension(SignedIn.as(server, "ada@example.org"), jar, "urn:example:params:jmap:agenda");
            todos.cycles(times, "Agenda/query");
            assertThat(todos.drop()).isLessThan(DroppedExtension.SOON);
            var create = DroppedExtension.object();
            create.putObject("create").putObject("k").put("title", "Milk").put("done", true);
            assertThat(todos.done("Agenda/set", create).path("created")).hasSize(1);
            assertThat(todos.done("Agenda/archive", DroppedExtension.object()).path("archived"))
                    .hasSize(1);
            assertThat(todos.remove()).isLessThan(DroppedExtension.SOON);
        }
    }

    private static long tests(Path project) throws IOException {
        try (Stream<Path> reports = Files.list(project.resolve("target/surefire-reports"))) {
            return reports.filter(report -> report.toString().endsWith(".xml"))
                    .mapToLong(ExtensionKitIT::testcases)
                    .sum();
        }
    }

    private static long testcases(Path report) {
        try (Stream<String> lines = Files.lines(report)) {
            return lines.filter(line -> line.contains("<testcase ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs {@code mvn -o verify} with the existing local repository, without leaving artifacts of this project there.
     */
    private void verify(Path project) throws Exception {
        String home = System.getProperty("svc.maven.home", "");
        Path overlay = Files.createDirectories(directory.resolve("m2"));
        Path log = directory.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                home.isEmpty() ? "mvn" : home + "/bin/mvn",
                "-B",
                "-o",
                "-Dstyle.color=never",
                "-Dmaven.repo.local=" + overlay,
                "verify"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        List<Path> links = link(overlay);
        try {
            Process process = builder.directory(project.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            boolean finished = process.waitFor(10, TimeUnit.MINUTES);
            process.destroyForcibly();
            assertThat(finished).isTrue();
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        } finally {
            for (Path link : links) {
                Files.delete(link);
            }
        }
    }

    /** Makes a folder a copy of Maven's local repository by links, with an empty group {@code svc}. */
    private static List<Path> link(Path overlay) throws IOException {
        List<Path> links = new ArrayList<>();
        try (Stream<Path> groups = Files.list(Path.of(System.getProperty("svc.maven.repository", "")))) {
            for (Path group : groups.filter(Files::isDirectory).toList()) {
                if (!group.endsWith("svc")) {
                    links.add(Files.createSymbolicLink(overlay.resolve(group.getFileName()), group));
                }
            }
        }
        return links;
    }
}
