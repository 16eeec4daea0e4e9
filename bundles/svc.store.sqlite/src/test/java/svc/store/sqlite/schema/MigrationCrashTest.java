package svc.store.sqlite.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.Prerequisite;

/** Migrations in separate processes: killed, concurrent, without disk space, without permission. */
class MigrationCrashTest {

    private static final long SEED = 20260201;

    @TempDir
    Path folder;

    private List<String> before = List.of();
    private List<String> after = List.of();

    @BeforeEach
    void prepare() throws IOException {
        Path original = folder.resolve("original.db");
        SchemaFixture.database(original, folder).migrate(MigrationChild.old());
        SchemaFixture.execute(
                original,
                "INSERT INTO account (n, name) WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n <"
                        + " 5000) SELECT n, 'name ' || n FROM c");
        before = SchemaFixture.dump(original);
        Path complete = copy("complete.db");
        SchemaFixture.database(complete, folder).migrate(MigrationChild.big());
        after = SchemaFixture.dump(complete);
    }

    @Test
    @Covers("UPG-01")
    void aMigrationKilledAtAnyMomentHappenedWholeOrNotAtAll() throws Exception {
        rounds(6, SEED);
    }

    @Test
    @Tag("soak")
    void aMigrationKilledAtAnyMomentHappenedWholeOrNotAtAllManyTimes() throws Exception {
        rounds(50, SEED + 1);
    }

    private void rounds(int rounds, long seed) throws Exception {
        long whole = timeOfOneRun();
        Random random = new Random(seed);
        int cut = 0;
        for (int round = 0; round < rounds; round++) {
            Path file = copy("killed.db");
            SchemaFixture.execute(file, "PRAGMA journal_mode = " + (round % 2 == 0 ? "WAL" : "DELETE"));
            // Stratified, so that every part of the run gets its share of the kills.
            long moment = (long) (whole * (round + random.nextDouble()) / rounds);
            boolean finished = killAfter(file, moment);
            SchemaState looked = new SchemaReader(new DatabaseFile(file)).read();
            List<String> left = SchemaFixture.dump(file);
            assertThat(left.equals(before) ? "before" : left.equals(after) ? "after" : "between")
                    .as("seed %d round %d", seed, round)
                    .isIn(finished ? List.of("after") : List.of("before", "after"));
            assertThat(looked.applied()).hasSize(left.equals(before) ? 1 : 5);
            cut += left.equals(before) ? 1 : 0;
            SchemaFixture.database(file, folder).migrate(MigrationChild.big());
            assertThat(SchemaFixture.dump(file)).isEqualTo(after);
        }
        assertThat(cut).as("rounds that were really cut short").isPositive();
    }

    private long timeOfOneRun() throws Exception {
        Process child = child(copy("timed.db"), "migrate");
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            long start = System.nanoTime();
            assertThat(out.readLine()).isEqualTo("done");
            return System.nanoTime() - start;
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    /** Returns whether the process ended before it could be killed. */
    private boolean killAfter(Path file, long nanos) throws Exception {
        Process child = child(file, "migrate");
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            if (!child.waitFor(nanos, TimeUnit.NANOSECONDS)) {
                // Through the handle, because the Process would close the pipe.
                assertThat(child.toHandle().destroyForcibly()).isTrue();
                child.waitFor();
            }
            return "done".equals(out.readLine());
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    @Covers("UPG-01")
    void twoProcessesThatMigrateAtOnceDoNotInterleave() throws Exception {
        Path file = copy("shared.db");
        List<Process> children = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            children.add(child(file, "migrate"));
        }
        for (Process child : children) {
            assertThat(output(child)).containsExactly("ready", "done");
        }
        assertThat(SchemaFixture.dump(file)).isEqualTo(after);
    }

    @Test
    @Covers(value = "UPG-01", part = "a full disk")
    void aMigrationThatOutgrowsTheDiskChangesNothing() throws Exception {
        Path file = copy("full.db");
        Process child = MigrationChild.start(
                List.of("bash", "-c", "ulimit -f 4096; exec \"$@\"", "bash"), classPath(), folder, file, "migrate");
        assertThat(output(child))
                .hasSize(2)
                .last()
                .asString()
                .contains("nothing of the migration was kept", "and start again");
        assertThat(SchemaFixture.dump(file)).isEqualTo(before);
    }

    @Test
    @Covers(value = "SCH-01", part = "no permission")
    void missingFilePermissionsAreReported() throws Exception {
        Prerequisite.machine(
                "MigrationCrashTest",
                System.getProperty("user.name").equals("root"),
                "only root can become another user");
        Prerequisite.program("MigrationCrashTest", "setpriv");
        List<String> somebody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        Path shared = Files.createDirectory(folder.resolve("shared"));
        String path = readableByAll(shared);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        mode(temporary, "rwxrwxrwx");
        Path file = copy("shared/private.db");
        mode(file, "rw-------");
        assertThat(output(MigrationChild.start(somebody, path, temporary, file, "check")))
                .last()
                .asString()
                .startsWith("unreadable: ")
                .contains("lack of permission");
        mode(file, "r--r--r--");
        assertThat(output(MigrationChild.start(somebody, path, temporary, file, "migrate")))
                .last()
                .asString()
                .contains("lack of permission", "Give the user that runs the server the right to read and write");
        mode(file, "rw-rw-rw-");
        mode(shared, "rwxr-xr-x");
        assertThat(output(MigrationChild.start(somebody, path, temporary, file, "migrate")))
                .as("the folder may not be written")
                .last()
                .asString()
                .contains("lack of permission");
        assertThat(SchemaFixture.dump(file)).isEqualTo(before);
    }

    private String readableByAll(Path shared) throws IOException {
        mode(folder, "rwxr-xr-x");
        mode(shared, "rwxrwxrwx");
        List<String> entries = new ArrayList<>();
        for (String entry : classPath().split(File.pathSeparator, -1)) {
            Path from = Path.of(entry);
            Path to = shared.resolve(entries.size() + "-" + from.getFileName());
            if (Files.isDirectory(from)) {
                try (var files = Files.walk(from)) {
                    for (Path file : files.toList()) {
                        Path copy = to.resolve(from.relativize(file).toString());
                        Files.copy(file, copy);
                        mode(copy, "rwxr-xr-x");
                    }
                }
            } else {
                Files.copy(from, to);
                mode(to, "rw-r--r--");
            }
            entries.add(to.toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private Process child(Path file, String what) throws IOException {
        return MigrationChild.start(List.of(), classPath(), folder, file, what);
    }

    /** Returns only the entries that the child needs, so that it starts fast. */
    private static String classPath() {
        return String.join(
                File.pathSeparator,
                List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
                        .filter(entry -> entry.endsWith("classes")
                                || entry.matches(".*(slf4j-api|svc\\.api|sqlite-jdbc|flyway-core|jspecify)[^/]*\\.jar"))
                        .toList());
    }

    private static List<String> output(Process child) throws Exception {
        try (BufferedReader out = child.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = out.lines().toList();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return lines;
        } finally {
            child.destroyForcibly();
        }
    }

    private Path copy(String name) throws IOException {
        Path copy = folder.resolve(name);
        for (String ending : List.of("-wal", "-shm", "-journal")) {
            Files.deleteIfExists(folder.resolve(name + ending));
        }
        return Files.copy(folder.resolve("original.db"), copy, StandardCopyOption.REPLACE_EXISTING);
    }
}
