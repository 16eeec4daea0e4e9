package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;

/**
 * Kills processes that make, prune and restore backups of one repository. After each kill, nothing in the repository is
 * damaged, every run restores the files of its time, and an interrupted restore can be repeated.
 */
final class KilledBackupTest {

    private static final int FEW_LINES = 150;

    /** So many that a process prunes and restores a repository with many runs before it is killed. */
    private static final int MANY_LINES = 3_000;

    private static final int REPORTED = 10;
    private static final int HOURS = 5;

    @TempDir
    Path temp;

    private final Map<String, Map<String, String>> expected = new TreeMap<>();
    private final Map<String, Integer> done = new TreeMap<>();
    private Fixture fixture;

    @BeforeEach
    void create() throws IOException {
        fixture = new Fixture(DirectoryTarget.create(temp.resolve("repository")));
        Files.write(temp.resolve("key"), fixture.key.toBytes());
        Fixture.write(temp.resolve("home/data/svc.db"), Fixture.bytes(1, 900_000));
        Fixture.write(temp.resolve("home/svc.toml"), Fixture.bytes(2, 300));
    }

    @Test
    void repositorySurvivesThreeKills() throws Exception {
        kill(3, FEW_LINES);
    }

    @Test
    @Tag("soak")
    void repositorySurvivesTwoHundredKills() throws Exception {
        int kills = Integer.getInteger("svc.kills", 200);
        kill(kills, MANY_LINES);
        assertThat(done.keySet()).containsExactlyInAnyOrder("run", "pruned", "restored");
        assertThat(done.values()).as("%s", done).allMatch(times -> times >= kills / 2);
    }

    /** Kills processes. Every third one is killed after more lines than the others, but at most this number. */
    private void kill(int rounds, int mostLines) throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        for (int round = 1; round <= rounds; round++) {
            change(random);
            Set<String> acknowledged = new TreeSet<>();
            int most = round % 3 == 0 ? mostLines : FEW_LINES;
            for (String line : killed(round, random.nextLong(), 1 + random.nextInt(most))) {
                String[] words = line.split(" ", -1);
                if (words[words.length - 1].equals(".")) {
                    done.merge(words[0], 1, Integer::sum);
                    if (words[0].equals("run")) {
                        acknowledged.add(words[1]);
                    }
                }
            }
            examine(acknowledged, "seed " + seed + ", round " + round);
            if (round % REPORTED == 0) {
                System.out.printf("%d kills (seed %d), no run was lost: %s%n", round, seed, done);
            }
        }
    }

    private void change(Random random) throws IOException {
        Path database = temp.resolve("home/data/svc.db");
        byte[] bytes = Files.readAllBytes(database);
        System.arraycopy(Fixture.bytes(random.nextLong(), 4_096), 0, bytes, random.nextInt(200) * 4_096, 4_096);
        Files.write(database, bytes);
        String name = "home/data/blobs/" + random.nextInt(30);
        Fixture.write(temp.resolve(name), Fixture.bytes(random.nextLong(), 1 + random.nextInt(300_000)));
    }

    /** Starts a process, kills it after a number of lines, and returns its lines. */
    private List<String> killed(int round, long seed, int after) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        BackupProcess.class.getName(),
                        temp.toString(),
                        Integer.toString(round * HOURS),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new ArrayList<>();
        try (BufferedReader in = process.inputReader(UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
                if (lines.size() == after) {
                    // Through the handle, because the Process would close the pipe.
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor())
                .as("killed by SIGKILL, not ended by an error")
                .isEqualTo(128 + 9);
        return lines;
    }

    private void examine(Set<String> acknowledged, String when) throws IOException {
        assertThat(fixture.verify().problems()).as(when).isEmpty();
        List<String> runs = fixture.repository.runs();
        for (String run : runs) {
            expected.computeIfAbsent(run, fresh -> home());
            assertThat(fixture.read(run)).as("%s, run %s", when, run).isEqualTo(expected.get(run));
        }
        acknowledged.addAll(expected.keySet());
        assertThat(runs).as(when).containsAll(BackupProcess.RETENTION.keep(List.copyOf(acknowledged)));
        expected.keySet().retainAll(runs);
        if (!runs.isEmpty()) {
            repeatRestore(runs.get(runs.size() - 1), when);
        }
    }

    private Map<String, String> home() {
        try {
            return Fixture.contents(temp.resolve("home"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Restores into a home in which a restore was interrupted; after a complete one, it has data. */
    private void repeatRestore(String run, String when) throws IOException {
        Path home = temp.resolve("restored");
        if (Files.exists(home.resolve("data"))) {
            OwnerOnly.delete(home);
        }
        BackupProcess.restore(home, run, fixture.repository, fixture.key, fixture.json, fixture.clock);
        assertThat(Fixture.contents(home)).as(when).containsAllEntriesOf(expected.get(run));
        OwnerOnly.delete(home);
    }
}
