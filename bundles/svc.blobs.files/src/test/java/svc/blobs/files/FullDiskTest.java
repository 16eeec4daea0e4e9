package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** A limit on the file size simulates a full disk: it ends the writes at every position of a file. */
final class FullDiskTest {

    private static final int LIMIT = 200 * 1_024;
    private static final int STEP = 7_919;

    @TempDir
    private Path directory;

    @Test
    @Covers(value = "BLOB-13", part = "nothing stays on the disk of a blob that could not be kept")
    void rejectsABlobOnAFullDiskWithoutATrace() throws Exception {
        List<String> lines = LimitedProcess.of(
                        List.of("bash", "-c", "ulimit -f 200; exec \"$@\"", "limited"),
                        List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
                        FullDisk.class,
                        directory,
                        STEP,
                        2 * LIMIT)
                .lines();
        assertThat(lines).hasSize(1 + (2 * LIMIT - 1) / STEP);
        Home home = Home.started(directory);
        int kept = 0;
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            int size = Integer.parseInt(words[0]);
            if (BlobHead.fileLength(size) <= LIMIT) {
                assertThat(words[1]).as(line).isEqualTo("kept");
                assertThat(home.read("o1", BlobId.parse(words[2]).orElseThrow()))
                        .isEqualTo(Home.bytes(size, size));
                kept++;
            } else {
                assertThat(line).isEqualTo(size + " refused 0");
            }
        }
        assertThat(home.list("o1")).hasSize(kept);
        assertThat(kept).isBetween(2, lines.size() - 2);
    }

    @Test
    @Covers(value = "BLOB-13", part = "nothing stays on the disk of a blob that could not be kept")
    void rejectsSmallBlobsOnAFullDiskWithoutATrace() throws Exception {
        int many = 60;
        List<String> lines = LimitedProcess.of(
                        List.of("bash", "-c", "ulimit -f 4096; exec \"$@\"", "limited"),
                        List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
                        FullPacks.class,
                        directory,
                        many)
                .lines();
        assertThat(lines).hasSize(many);
        try (PackHome home = PackHome.started(directory, new SettableWallClock())) {
            List<BlobId> kept = new ArrayList<>();
            for (String line : lines) {
                String[] words = line.split(" ", -1);
                assertThat(words[1]).as(line).isIn("kept", "full");
                if (words[1].equals("kept")) {
                    kept.add(BlobId.parse(words[2]).orElseThrow());
                    assertThat(home.read("o1", kept.get(kept.size() - 1)))
                            .isEqualTo(FullPacks.bytes(Integer.parseInt(words[0])));
                }
            }
            assertThat(kept).hasSizeBetween(20, many - 10);
            assertThat(home.list("o1")).containsExactlyInAnyOrderElementsOf(kept);
            assertThat(home.blobs().packs().numbers()).hasSize(1);
            assertThat(home.blobs().packs().size(1))
                    .isEqualTo(kept.stream()
                            .mapToLong(id -> home.place("o1", id).orElseThrow().end())
                            .max()
                            .orElseThrow());
            assertThat(home.blobs().scrub(damage -> {}, () -> true)).isZero();
        }
    }
}
