package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The server is killed at random moments, while it starts and while clients write, again and again on one home. Every
 * acknowledged write exists after the next start, and files of the dead process do not prevent it.
 */
@Tag("smoke")
final class CrashIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int CLIENTS = 4;

    @TempDir
    Path home;

    private final Map<Long, String> acknowledged = new ConcurrentHashMap<>();

    @Test
    @Covers(value = "UPG-01", part = "starts that are killed")
    void acknowledgedWritesSurviveAKillAtTheStartAndOneAtWork() throws Exception {
        rounds(1);
    }

    @Test
    @Tag("soak")
    void acknowledgedWritesSurviveFiftyKills() throws Exception {
        rounds(50);
    }

    private void rounds(int rounds) throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        LedgerBundle.recipe()
                .writeTo(Files.createDirectories(home.resolve("extensions")).resolve("ledger.jar"));
        for (int round = 0; round < rounds; round++) {
            try (RunningServer server = SvcCommand.svc().asOperator().start(home)) {
                server.killAfter(Duration.ofMillis(random.nextInt(2_000)));
            }
            try (RunningServer server =
                    SvcCommand.svc().asOperator().start(home).ready()) {
                examine(server);
                writeUntilItDies(server, 20 + random.nextInt(800));
            }
            // the next start meets the files of the dead process
            assertThat(home.resolve("run/endpoints.json")).exists();
            assertThat(home.resolve("run/svc.sock")).exists();
        }
        try (RunningServer server = SvcCommand.svc().asOperator().start(home).ready()) {
            examine(server);
            assertThat(server.terminate()).isZero();
        }
        System.out.printf(
                "killed %d times at the start and %d times at work (seed %d): %,d acknowledged writes, all there%n",
                rounds, rounds, seed, acknowledged.size());
    }

    /** Some clients write as fast as they can; after this many responses the server is killed during the next ones. */
    private void writeUntilItDies(RunningServer server, int answers) throws Exception {
        AtomicInteger left = new AtomicInteger(answers);
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<Integer>> results = Stream.generate(() -> clients.submit(() -> write(server, left)))
                    .limit(CLIENTS)
                    .toList();
            for (Future<Integer> one : results) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            clients.shutdownNow();
        }
        assertThat(server.isAlive()).isFalse();
    }

    private int write(RunningServer server, AtomicInteger left) {
        for (int i = 1; ; i++) {
            String output = Thread.currentThread().getName() + " says " + i;
            HttpResponse<String> response;
            try {
                response = server.send("POST", server.url() + "/ledger", output);
            } catch (UncheckedIOException failure) {
                return i;
            }
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            String earlier = acknowledged.put(Long.valueOf(response.body()), output);
            assertThat(earlier).as("who had the number " + response.body()).isNull();
            if (left.decrementAndGet() == 0) {
                server.kill();
            }
        }
    }

    private void examine(RunningServer server) throws Exception {
        Map<String, Map<Long, String>> told = new HashMap<>();
        for (String line : server.get(server.url() + "/ledger").body().lines().toList()) {
            String[] words = line.split(" ", 3);
            told.computeIfAbsent(words[0], kind -> new HashMap<>()).put(Long.valueOf(words[1]), words[2]);
        }
        Map<Long, String> rows = told.getOrDefault("row", Map.of());
        assertThat(rows).containsAllEntriesOf(acknowledged);
        assertThat(told.getOrDefault("body", Map.of()))
                .as("each write whole or not at all")
                .isEqualTo(rows);
        assertThat(told.getOrDefault("born", Map.of()).keySet())
                .as("the change log tells the same")
                .isEqualTo(rows.keySet());

        assertThat(JSON.readTree(home.resolve("run/endpoints.json").toFile())
                        .path("pid")
                        .asLong())
                .isEqualTo(server.pid());
        JsonNode doctor = JSON.readTree(server.command("", "doctor", "--json").out());
        assertThat(doctor).noneMatch(finding -> finding.path("status").asText().equals("fail"));
        // the other families check what an operator still has to configure
        assertThat(doctor)
                .filteredOn(finding -> List.of("bundles", "database")
                        .contains(finding.path("family").asText()))
                .isNotEmpty()
                .allMatch(finding -> finding.path("status").asText().equals("ok"));
        assertThat(server.err().lines()).noneMatch(CrashIT::alarming);
        try (Stream<Path> data = Files.list(home.resolve("data"))) {
            assertThat(data.map(file -> file.getFileName().toString()))
                    .as("the database, its twin, the folders of blobs and texts, and nothing that was left behind")
                    .allMatch(name -> name.startsWith("svc.db")
                            || name.startsWith("svc.twin")
                            || List.of("blobs", "search", "reserve").contains(name));
        }
    }

    /** Slow writes on a busy machine are ignored. */
    private static boolean alarming(String line) {
        return line.contains(" ERROR ") || (line.contains(" WARN ") && !line.contains("svc.store.slow"));
    }
}
