package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;

/** Kills a {@link WriterProcess} at random moments, repeatedly on the same home: acknowledged blobs are whole. */
abstract class KilledProcessFixture {

    private static final int REPORTED_ROUNDS = 50;

    @TempDir
    Path directory;

    private final Set<String> acknowledged = new TreeSet<>();
    private final Set<String> uncertain = new HashSet<>();
    private final Map<String, Integer> actions = new TreeMap<>();

    /** Starts the process of a round. */
    abstract LimitedProcess start(int round, long seed) throws IOException;

    /** Starts the store after the process of a round was killed, and returns {@link #whole} of it. */
    abstract Set<String> examine(int round) throws IOException;

    /** Kills a process in each round, after at most the given number of lines. */
    final void kill(int rounds, int lines) throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        for (int round = 1; round <= rounds; round++) {
            for (String line : start(round, random.nextLong()).lines(1 + random.nextInt(lines))) {
                note(line);
            }
            Set<String> existing = examine(round);
            assertThat(existing).as("seed %d, round %d", seed, round).containsAll(acknowledged);
            // Unacknowledged operations now have a known result.
            acknowledged.addAll(existing);
            uncertain.clear();
            if (round % REPORTED_ROUNDS == 0) {
                System.out.printf("%d kills (seed %d), no acknowledged blob was lost: %s%n", round, seed, actions);
            }
        }
        assertThat(actions).containsKey("kept");
    }

    private void note(String line) {
        List<String> words = List.of(line.split(" ", -1));
        int end = words.size() - 1;
        if (!".".equals(words.get(end))) {
            return; // The line is incomplete because the process was killed.
        }
        String action = words.get(0);
        assertThat(action).as(line).isNotEqualTo("failed");
        actions.merge(action, 1, Integer::sum);
        note(action, String.join(" ", words.subList(1, end)));
    }

    private void note(String action, String blob) {
        switch (action) {
            case "kept" -> {
                acknowledged.add(blob);
                uncertain.remove(blob);
            }
            case "removing" -> {
                if (acknowledged.remove(blob)) {
                    uncertain.add(blob);
                }
            }
            case "removed" -> uncertain.remove(blob);
            case "erasing" -> {
                List<String> all = ofOrganization(blob, acknowledged);
                all.forEach(acknowledged::remove);
                uncertain.addAll(all);
            }
            case "erased" -> ofOrganization(blob, uncertain).forEach(uncertain::remove);
            case "stays" -> {
                if (uncertain.remove(blob)) {
                    acknowledged.add(blob);
                }
            }
            default -> {}
        }
    }

    private static List<String> ofOrganization(String organization, Set<String> blobs) {
        return blobs.stream()
                .filter(blob -> blob.startsWith(organization + " "))
                .toList();
    }

    /** Returns the blobs that can be found; all of them are intact, including those that were not acknowledged. */
    static Set<String> whole(BlobStore blobs) throws IOException {
        Set<String> existing = new HashSet<>();
        for (String organization : blobs.tenants()) {
            for (BlobId id : blobs.list(organization, Optional.empty(), Integer.MAX_VALUE)) {
                blobs.find(organization, id).orElseThrow().verify(read -> {});
                existing.add(organization + " " + id);
            }
        }
        return existing;
    }
}
