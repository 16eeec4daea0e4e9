package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.store.Scope;
import svc.store.sqlite.KilledAccount;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/**
 * A store that is killed at random moments, repeatedly on the same file, still has all acknowledged writes, and its
 * change log is correct from every cursor.
 */
final class KilledStoreTest {

    private static final int WRITERS = 4;

    @TempDir
    private Path directory;

    private final Map<Long, KilledAccount> accounts = new TreeMap<>();
    private final Set<String> refusals = new TreeSet<>();
    private long acknowledgements;
    private long cursors;

    @Test
    @Covers(value = "CHG-12", part = "the store")
    void acknowledgedChangesSurviveThreeKills() throws Exception {
        rounds(3, 1_500);
    }

    @Test
    @Tag("soak")
    @Covers("CHG-12")
    void acknowledgedChangesSurviveTwoHundredKills() throws Exception {
        rounds(200, 3_000);
    }

    @Test
    void rejectsWritesAtAFileSizeLimitAndKeepsAcknowledgedChanges() throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 2048; exec \"$@\"", "limited"));
        command.addAll(command(file, 4_711, 100_000, 0));
        live(
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start(),
                3_000);
        assertThat(refusals).containsAnyOf("FULL", "FAILED");
        examine(file);
        System.out.println(
                "files limited to 2 MiB: " + acknowledgements + " acknowledged writes all there, then " + refusals);
    }

    private void rounds(int rounds, int lines) throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            live(start(file, random.nextLong(), round), 400 + random.nextInt(lines));
            examine(file);
        }
        System.out.printf(
                "killed %d times (seed %d): %,d acknowledged writes all there, %,d cursors were correct%n",
                rounds, seed, acknowledgements, cursors);
        assertThat(acknowledgements).isPositive();
    }

    private static Process start(Path file, long seed, int round) throws IOException {
        return new ProcessBuilder(command(file, seed, 2_000, round))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> command(Path file, long seed, int largest, int hoursAhead) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StoreWriterProcess.class.getName(),
                file.toString(),
                Long.toString(seed),
                Integer.toString(WRITERS),
                Integer.toString(largest),
                Long.toString(Duration.ofHours(hoursAhead).toMinutes()));
    }

    /** Reads the acknowledgements of the child, kills it after some lines, and reads the rest of the pipe. */
    private void live(Process child, int lines) throws Exception {
        try (BufferedReader said = child.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            for (int i = 0; line != null; i++) {
                note(line);
                if (i == lines) {
                    // Through the handle, because the Process would close the pipe.
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
        List<String> words = List.of(line.split(" ", -1));
        int end = words.size() - 1;
        if (end < 2 || !".".equals(words.get(end))) {
            return; // The line is incomplete because the process was killed.
        }
        KilledAccount account = accounts.computeIfAbsent(Long.parseLong(words.get(1)), n -> new KilledAccount());
        switch (words.get(0)) {
            case "try" -> account.tried(words.subList(2, end));
            case "ack" -> {
                acknowledgements++;
                account.acknowledged();
            }
            case "purged" -> account.purged(Long.parseLong(words.get(2)));
            case "refused" -> {
                refusals.add(words.get(2));
                account.refused();
            }
            default -> throw new AssertionError(line);
        }
    }

    private void examine(Path file) throws Exception {
        try (StatementCache db = new StatementCache(new Connections(file).reader())) {
            assertThat(db.list("PRAGMA integrity_check", row -> row.getString(1)))
                    .containsExactly("ok");
            assertThat(db.list("PRAGMA foreign_key_check", row -> row.getString(1)))
                    .isEmpty();
        }
        SqliteStore store =
                SqliteStore.of(file, new SettableWallClock(), new WalCheckpointer(new Connections(file).log()));
        try {
            accounts.forEach((n, account) -> cursors += store.read(Scope.account(new ScopeKey(), n), account::examine));
        } finally {
            store.close();
        }
    }
}
