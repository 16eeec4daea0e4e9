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

/**
 * A project outside this tree that is built with Maven, without a network and without leaving artifacts in the local
 * repository.
 *
 * @param folder the folder of its pom
 */
record MavenProject(Path folder) {

    /** Runs {@code mvn -o verify}. Returns the number of its tests. */
    long verify() throws Exception {
        String home = System.getProperty("svc.maven.home", "");
        Path overlay = Files.createDirectories(folder.resolveSibling(folder.getFileName() + "-m2"));
        Path log = folder.resolveSibling(folder.getFileName() + ".log");
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
            Process process = builder.directory(folder.toFile())
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
        return tests();
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

    private long tests() throws IOException {
        try (Stream<Path> reports = Files.list(folder.resolve("target/surefire-reports"))) {
            return reports.filter(report -> report.toString().endsWith(".xml"))
                    .mapToLong(MavenProject::testcases)
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
}
