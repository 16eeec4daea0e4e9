package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;

/** Kills a blob store at random moments, repeatedly on the same home. */
final class KilledBlobsTest {

    private static final int THREADS = 4;

    @TempDir
    private Path directory;

    private final Set<String> acknowledged = new TreeSet<>();
    private final Set<String> perhaps = new HashSet<>();
    private final Set<String> verified = new HashSet<>();
    private long keeps;

    @Test
    void acknowledgedBlobsSurviveThreeKills() throws Exception {
        rounds(3);
    }

    @Test
    @Tag("soak")
    void acknowledgedBlobsSurviveTwoHundredKills() throws Exception {
        rounds(200);
    }

    private void rounds(int rounds) throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        Set<String> acts = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            LimitedProcess child = LimitedProcess.of(
                    List.of(),
                    List.of("-XX:TieredStopAtLevel=1"),
                    BlobWriterProcess.class,
                    directory,
                    random.nextLong(),
                    THREADS);
            for (String line : child.lines(1 + random.nextInt(150))) {
                note(line, acts);
            }
            examine();
        }
        System.out.printf(
                "killed %d times (seed %d): %,d acknowledged blobs all there and whole, said %s%n",
                rounds, seed, keeps, acts);
        assertThat(keeps).isPositive();
    }

    private void note(String line, Set<String> acts) {
        List<String> words = List.of(line.split(" ", -1));
        int end = words.size() - 1;
        if (!".".equals(words.get(end))) {
            return; // The line is incomplete because the process was killed.
        }
        acts.add(words.get(0));
        assertThat(words.get(0)).as(line).isNotEqualTo("failed");
        String blob = String.join(" ", words.subList(1, end));
        switch (words.get(0)) {
            case "kept" -> {
                keeps++;
                acknowledged.add(blob);
                perhaps.remove(blob);
            }
            case "removing" -> {
                if (acknowledged.remove(blob)) {
                    perhaps.add(blob);
                }
            }
            case "removed" -> perhaps.remove(blob);
            case "stays" -> {
                if (perhaps.remove(blob)) {
                    acknowledged.add(blob);
                }
            }
            default -> {}
        }
    }

    private void examine() throws IOException {
        Home home = Home.started(directory);
        Set<String> there = new HashSet<>();
        for (String organization : home.blobs().tenants()) {
            for (BlobId id : home.list(organization)) {
                // Every file with the name of a blob is intact, including those whose commit was not acknowledged.
                home.blobs().find(organization, id).orElseThrow().verify(read -> {});
                there.add(organization + " " + id);
            }
        }
        assertThat(there).containsAll(acknowledged);
        verified.addAll(there);
        assertThat(home.leftOver()).isEmpty();
        // Unacknowledged operations now have a known result.
        acknowledged.addAll(there);
        perhaps.clear();
    }
}
