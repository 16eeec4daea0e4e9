package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.testkit.SettableWallClock;

/** Kills a store of packs, and simulates power cuts. */
final class KilledPacksTest extends KilledProcessFixture {

    private static final int LINES = 600;

    /**
     * The days by which the clock of each process begins later. Timestamps of files end in the year 2446 on some file
     * systems.
     */
    private static final int DAYS = 150;

    @Test
    void acknowledgedBlobsSurviveThreeKills() throws Exception {
        kill(3, LINES);
    }

    @Test
    @Tag("soak")
    void acknowledgedBlobsSurviveAThousandKills() throws Exception {
        kill(1_000, LINES);
    }

    @Override
    LimitedProcess start(int round, long seed) throws IOException {
        return LimitedProcess.of(
                List.of(), List.of("-XX:TieredStopAtLevel=1"), PackWriterProcess.class, directory, seed, round * DAYS);
    }

    @Override
    Set<String> examine(int round) throws IOException {
        SettableWallClock clock = new SettableWallClock();
        clock.move(Duration.ofDays((round + 1L) * DAYS));
        try (PackHome home = PackHome.started(directory, clock)) {
            return whole(home.blobs());
        }
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
                    home.prepared("o1", Home.bytes(random.nextLong(), random.nextInt(9_000)));
                }
                Path copy = copied(running, directory.resolve("cut" + cut));
                tear(copy.resolve(running.relativize(pack)), forced, random);
                try (PackHome after = PackHome.started(copy, clock)) {
                    assertThat(whole(after.blobs())).as("after the cut %d", cut).isEqualTo(kept);
                    BlobId next = after.keep("o1", Home.bytes(cut, 100));
                    assertThat(after.read("o1", next)).isEqualTo(Home.bytes(cut, 100));
                }
                if (random.nextInt(4) == 0) {
                    home.blobs().close(); // A new pack begins.
                }
            }
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
        byte[] torn = Arrays.copyOf(bytes, end);
        for (int at = (int) forced; at < end; at += 512) {
            if (random.nextInt(3) == 0) {
                Arrays.fill(torn, at, Math.min(end, at + 512), (byte) 0);
            }
        }
        Files.write(pack, torn);
    }

    @Test
    void blobsAreWholeDuringUploadsRemovalsAndCompactions() throws Exception {
        try (PackHome home = PackHome.started(directory, new SettableWallClock())) {
            new PackTraffic(home).run(Integer.getInteger("svc.traffic.packs", 5));
            home.blobs().compact(() -> true);
            assertThat(home.hasDeadEntries()).isFalse();
            whole(home.blobs());
        }
    }
}
