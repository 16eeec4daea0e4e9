package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.store.Changes;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.testkit.Covers;
import svc.testkit.SetClock;

/** A store that is killed at random moments, again and again on the same file, still has all that it acknowledged. */
final class KilledStoreTest {

    private static final int WRITERS = 4;

    @TempDir
    private Path directory;

    private final Map<Long, Long> acknowledged = new HashMap<>();
    private final Map<Long, Long> floors = new HashMap<>();
    private final Set<String> refusals = new TreeSet<>();
    private long acknowledgements;

    @Test
    @Covers(value = "CHG-12", partial = "the store's part; five rounds, two hundred in soak")
    void whatWasAcknowledgedIsThereAfterEachOfFiveKills() throws Exception {
        rounds(5);
    }

    @Test
    @Tag("soak")
    @Covers("CHG-12")
    void whatWasAcknowledgedIsThereAfterEachOfTwoHundredKills() throws Exception {
        rounds(200);
    }

    @Test
    void aFileThatMayNotGrowIsRefusedCleanlyAndWhatWasAcknowledgedStays() throws Exception {
        Path file = CoreSchema.in(directory);
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 4096; exec \"$@\"", "limited"));
        command.addAll(command(file, 4_711, 100_000));
        live(
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start(),
                3_000);
        assertThat(refusals).containsAnyOf("refused FULL", "refused FAILED");
        examine(file);
        System.out.println(
                "files limited to 4 MiB: " + acknowledgements + " acknowledged writes all there, then " + refusals);
    }

    private void rounds(int rounds) throws Exception {
        Path file = CoreSchema.in(directory);
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            live(start(file, random.nextLong()), 200 + random.nextInt(1_500));
            examine(file);
        }
        System.out.printf(
                "killed %d times (seed %d): %,d acknowledged writes, all there%n", rounds, seed, acknowledgements);
        assertThat(acknowledgements).isPositive();
    }

    private static Process start(Path file, long seed) throws IOException {
        return new ProcessBuilder(command(file, seed, 2_000))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> command(Path file, long seed, int largest) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StoreOnly.class.getName(),
                file.toString(),
                Long.toString(seed),
                Integer.toString(WRITERS),
                Integer.toString(largest));
    }

    /** Reads what the child acknowledges, kills it after a while, and reads what it had still said. */
    private void live(Process child, int lines) throws Exception {
        try (BufferedReader said = child.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            for (int i = 0; line != null; i++) {
                note(line);
                if (i == lines) {
                    // through the handle: the process itself would close what is still to be read
                    child.toHandle().destroyForcibly();
                }
                line = said.readLine();
            }
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void note(String line) {
        String[] words = line.split(" ", -1);
        if ("ack".equals(words[0]) && words.length == 4 && !words[3].isEmpty()) {
            acknowledgements++;
            acknowledged.merge(Long.parseLong(words[1]), Long.parseLong(words[2]), Math::max);
        } else if ("purged".equals(words[0]) && words.length == 3 && !words[2].isEmpty()) {
            floors.merge(Long.parseLong(words[1]), Long.parseLong(words[2]), Math::max);
        } else if ("refused".equals(words[0])) {
            refusals.add(line);
        }
    }

    private void examine(Path file) throws Exception {
        try (Statements db = new Statements(new Connections(file).reader())) {
            assertThat(db.list("PRAGMA integrity_check", row -> row.getString(1)))
                    .containsExactly("ok");
            assertThat(db.list("PRAGMA foreign_key_check", row -> row.getString(1)))
                    .isEmpty();
        }
        SqliteStore store = new SqliteStore(file, new SetClock(), new WalWatch(new Connections(file).log()));
        try {
            acknowledged.forEach((account, newest) -> store.read(Scope.account(new ScopeKey(), account), snapshot -> {
                whole(snapshot, newest, floors.getOrDefault(account, 0L));
                return true;
            }));
        } finally {
            store.close();
        }
    }

    /** The newest acknowledged object is there, the state not behind it, and log and rows tell the same story. */
    private static void whole(Snapshot snapshot, long newest, long purged) {
        State state = snapshot.state("Foo");
        assertThat(state.sequence()).isGreaterThanOrEqualTo(newest);
        assertThat(snapshot.body("Foo", newest)).isPresent();
        long floor = snapshot.floor("Foo").orElse(0);
        assertThat(floor).isGreaterThanOrEqualTo(purged);
        List<Long> rows = snapshot.scan("Foo", 0, Integer.MAX_VALUE).stream()
                .map(Snapshot.Body::n)
                .toList();
        List<Long> told = new ArrayList<>();
        State since = new State(state.epoch(), floor);
        while (true) {
            Changes changes = snapshot.changes("Foo", since, 17).orElseThrow();
            told.addAll(changes.created());
            since = changes.until();
            if (!changes.more()) {
                break;
            }
        }
        assertThat(since).isEqualTo(state);
        assertThat(new TreeSet<>(rows)).as("born after the floor and alive").containsAll(told);
        assertThat(rows.stream().filter(n -> n > floor).toList()).containsExactlyInAnyOrderElementsOf(told);
        if (floor > 0) {
            assertThat(snapshot.changes("Foo", new State(state.epoch(), floor - 1), 1))
                    .isEmpty();
        }
    }
}
