package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;

/** Measures single operations beside many blobs; prints the median and the maximum. */
final class ManyBlobsTest {

    private static final int SAMPLES = 500;
    private static final int PAGE = 500;

    @TempDir
    private Path directory;

    @Test
    void costsAreConstantWithFiveHundredBlobs() throws Exception {
        beside(500);
    }

    @Test
    @Tag("soak")
    void costsAreConstantWithAHundredThousandBlobs() throws Exception {
        beside(100_000);
    }

    private void beside(int many) throws Exception {
        Home home = Home.started(directory);
        // The first blob creates the keys; with files but without keys none would be created.
        home.keep("o1", new byte[0]);
        home.blobs().remove("o1", Home.id(new byte[0]), home.clock().now());
        fill(home, many);
        Timing keep = new Timing("keep");
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            byte[] bytes = Home.bytes(i, 100);
            ids.add(keep.of(() -> home.keep("o1", bytes)));
        }
        assertThat(home.blobs().folder().of("o1").list(Optional.empty(), 1)).hasSize(1);
        Timing list = new Timing("list of " + PAGE);
        List<BlobId> listed = new ArrayList<>();
        Optional<BlobId> after = Optional.empty();
        List<BlobId> page = list.of(() -> home.blobs().list("o1", Optional.empty(), PAGE));
        while (!page.isEmpty()) {
            listed.addAll(page);
            after = Optional.of(page.get(page.size() - 1));
            Optional<BlobId> from = after;
            page = list.of(() -> home.blobs().list("o1", from, PAGE));
        }
        assertThat(listed).hasSize(many + SAMPLES).doesNotHaveDuplicates();
        Timing find = new Timing("find");
        Timing read = new Timing("send");
        Timing remove = new Timing("remove");
        home.clock().move(Duration.ofHours(25));
        Collections.shuffle(ids, new Random(1));
        for (BlobId id : ids) {
            assertThat(find.of(() -> home.blobs().find("o1", id))).isPresent();
            assertThat(read.of(() -> home.read("o1", id))).hasSize(100);
            assertThat(remove.of(
                            () -> home.blobs().remove("o1", id, home.clock().now())))
                    .isTrue();
            assertThat(home.blobs().find("o1", id)).isEmpty();
        }
        System.out.println(
                "beside " + many + " blobs: " + keep + ", " + find + ", " + read + ", " + remove + ", " + list);
    }

    /** Creates files directly, because only their names matter and each commit would need several syncs. */
    private static void fill(Home home, int many) throws IOException {
        Random random = new Random(many);
        byte[] hash = new byte[32];
        for (int i = 0; i < many; i++) {
            random.nextBytes(hash);
            Path file = home.file("o1", BlobId.of(hash));
            Files.createDirectories(file.getParent());
            Files.write(file, hash);
        }
    }

    /** The durations of one kind of operation. */
    private static final class Timing {

        private final String what;
        private final List<Long> nanos = new ArrayList<>();

        Timing(String what) {
            this.what = what;
        }

        void took(long took) {
            nanos.add(took);
        }

        <R> R of(Callable<R> act) throws Exception {
            long from = System.nanoTime();
            R result = act.call();
            took(System.nanoTime() - from);
            return result;
        }

        @Override
        public String toString() {
            List<Long> sorted = nanos.stream().sorted().toList();
            return String.format(
                    "%s %.3f ms (worst %.1f)",
                    what, sorted.get(sorted.size() / 2) / 1e6, sorted.get(sorted.size() - 1) / 1e6);
        }
    }
}
