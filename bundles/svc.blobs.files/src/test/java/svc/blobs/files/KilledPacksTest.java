package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.store.Scope;
import svc.blobs.files.pack.PackRows;
import svc.testkit.SettableWallClock;

/** Kills a store of packs, and simulates power cuts: acknowledged blobs are whole. */
final class KilledPacksTest {

    private static final int THREADS = 4;
    /**
     * The days by which the clock of each process begins later. Timestamps of files end in the year 2446 on some file
     * systems.
     */
    private static final int DAYS = 150;

    @TempDir
    private Path directory;

    private final Set<String> acknowledged = new TreeSet<>();
    private final Set<String> perhaps = new HashSet<>();
    private long keeps;

    @Test
    void acknowledgedBlobsSurviveThreeKills() throws Exception {
        kills(3);
    }

    @Test
    @Tag("soak")
    void acknowledgedBlobsSurviveAThousandKills() throws Exception {
        kills(1_000);
    }

    private void kills(int rounds) throws Exception {
        long seed = Long.getLong("svc.seed", 4_711L);
        Random random = new Random(seed);
        Map<String, Integer> acts = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            LimitedProcess child = LimitedProcess.of(
                    List.of(),
                    List.of("-XX:TieredStopAtLevel=1"),
                    PackWriterProcess.class,
                    directory,
                    random.nextLong(),
                    THREADS,
                    (round + 1) * DAYS);
            for (String line : child.lines(1 + random.nextInt(600))) {
                note(line, acts);
            }
            examine((round + 2) * DAYS);
            if (round % 50 == 49) {
                System.out.printf("%d kills, %s%n", round + 1, acts);
            }
        }
        System.out.printf(
                "killed %d times (seed %d): %,d acknowledged blobs all there and whole, said %s%n",
                rounds, seed, keeps, acts);
        assertThat(keeps).isPositive();
    }

    private void note(String line, Map<String, Integer> acts) {
        List<String> words = List.of(line.split(" ", -1));
        int end = words.size() - 1;
        if (!".".equals(words.get(end))) {
            return; // The line is incomplete because the process was killed.
        }
        acts.merge(words.get(0), 1, Integer::sum);
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
            case "erasing" -> {
                List<String> all = acknowledged.stream()
                        .filter(one -> one.startsWith(blob))
                        .toList();
                all.forEach(acknowledged::remove);
                perhaps.addAll(all);
            }
            case "erased" -> perhaps.removeIf(one -> one.startsWith(blob));
            case "stays" -> {
                if (perhaps.remove(blob)) {
                    acknowledged.add(blob);
                }
            }
            default -> {}
        }
    }

    private void examine(int days) throws IOException {
        SettableWallClock clock = new SettableWallClock();
        clock.move(Duration.ofDays(days));
        try (PackHome home = PackHome.started(directory, clock)) {
            Set<String> there = whole(home);
            assertThat(there).containsAll(acknowledged);
            // Unacknowledged operations now have a known result.
            acknowledged.addAll(there);
            perhaps.clear();
        }
    }

    /** Returns the blobs that can be found; all of them are intact, including those that were not acknowledged. */
    private static Set<String> whole(PackHome home) throws IOException {
        Set<String> there = new HashSet<>();
        for (String organization : home.blobs().tenants()) {
            for (BlobId id : home.list(organization)) {
                home.blobs().find(organization, id).orElseThrow().verify(read -> {});
                there.add(organization + " " + id);
            }
        }
        return there;
    }

    /**
     * After a power cut, the pack has what was forced to the disk, and any part of what was written later: cut off at
     * any place, with pages of zeros.
     */
    @Test
    void acknowledgedBlobsSurviveTwentyPowerCuts() throws Exception {
        Random random = new Random(Long.getLong("svc.seed", 4_711L));
        SettableWallClock clock = new SettableWallClock();
        Path running = Files.createDirectory(directory.resolve("running"));
        try (PackHome home = PackHome.started(running, clock)) {
            Set<String> kept = new TreeSet<>();
            for (int cut = 0; cut < 20; cut++) {
                for (int i = random.nextInt(8); i >= 0; i--) {
                    kept.add("o1 " + home.keep("o1", Home.bytes(random.nextLong(), random.nextInt(9_000))));
                }
                Path pack = home.blobs().packs().path(home.blobs().packs().last());
                long forced = Files.size(pack);
                for (int i = random.nextInt(5); i >= 0; i--) {
                    prepare(home, Home.bytes(random.nextLong(), random.nextInt(9_000)));
                }
                Path copy = copied(running, directory.resolve("cut" + cut));
                tear(copy.resolve(running.relativize(pack)), forced, random);
                try (PackHome after = PackHome.started(copy, clock)) {
                    assertThat(whole(after)).as("after the cut %d", cut).isEqualTo(kept);
                    BlobId next = after.keep("o1", Home.bytes(cut, 100));
                    assertThat(after.read("o1", next)).isEqualTo(Home.bytes(cut, 100));
                }
                if (random.nextInt(4) == 0) {
                    home.blobs().close(); // A new pack begins.
                }
            }
        }
    }

    private static void prepare(PackHome home, byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter draft = home.blobs().newBlob("o1")) {
            draft.out().write(bytes);
            draft.out().close();
            PendingBlob pending = draft.prepare();
            assertThat(home.blobs().find("o1", pending.id())).isEmpty();
        }
    }

    private static Path copied(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return to;
    }

    private static void tear(Path pack, long forced, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(pack);
        int end = (int) forced + random.nextInt((int) (bytes.length - forced) + 1);
        byte[] torn = java.util.Arrays.copyOf(bytes, end);
        for (int at = (int) forced; at < end; at += 512) {
            if (random.nextInt(3) == 0) {
                java.util.Arrays.fill(torn, at, Math.min(end, at + 512), (byte) 0);
            }
        }
        Files.write(pack, torn);
    }

    @Test
    void blobsAreWholeDuringUploadsRemovalsAndCompactions() throws Exception {
        SettableWallClock clock = new SettableWallClock();
        try (PackHome home = PackHome.started(directory, clock)) {
            PackTraffic traffic = new PackTraffic(home);
            traffic.run(Duration.ofMillis(Long.getLong("svc.traffic.millis", 3_000)));
            System.out.println(traffic);
            assertThat(traffic.compacted()).isPositive();
            assertThat(home.store()
                            .<Boolean>read(
                                    Scope.system(),
                                    snapshot -> PackRows.dead(snapshot.sql(), 1).isEmpty()))
                    .isNotNull();
            whole(home);
        }
    }
}
