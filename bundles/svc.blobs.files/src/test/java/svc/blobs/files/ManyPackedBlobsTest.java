package svc.blobs.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.store.Scope;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Place;
import svc.testkit.SettableWallClock;

/** Prints the cost of each action on a small blob beside many others. */
final class ManyPackedBlobsTest {

    private static final int SAMPLES = 500;
    private static final int LENGTH = 4_200;
    private static final int IN_A_PACK = 15_000;

    @TempDir
    private Path directory;

    private final Map<String, List<Long>> nanos = new TreeMap<>();

    @Test
    void costsAreConstantWithTwoThousandBlobs() throws Exception {
        beside(2_000);
    }

    @Test
    @Tag("soak")
    void costsAreConstantWithAMillionBlobs() throws Exception {
        beside(1_000_000);
    }

    private void beside(int many) throws Exception {
        try (PackHome home = PackHome.started(directory, new SettableWallClock())) {
            fill(home, many);
            List<BlobId> ids = new ArrayList<>();
            for (int i = 0; i < SAMPLES; i++) {
                byte[] bytes = Home.bytes(i, 100);
                ids.add(timed("keep", () -> home.keep("o1", bytes)));
            }
            List<BlobId> page = timed("list", () -> home.blobs().list("o1", Optional.empty(), SAMPLES));
            int listed = 0;
            while (!page.isEmpty()) {
                listed += page.size();
                Optional<BlobId> after = Optional.of(page.get(page.size() - 1));
                page = timed("list", () -> home.blobs().list("o1", after, SAMPLES));
            }
            assertThat(listed).isEqualTo(many + SAMPLES);
            home.clock().move(Duration.ofHours(25));
            Collections.shuffle(ids, new Random(1));
            for (BlobId id : ids) {
                assertThat(timed("find", () -> home.blobs().find("o1", id))).isPresent();
                assertThat(timed("read", () -> home.read("o1", id))).hasSize(100);
            }
            for (int from = 0; from < SAMPLES; from += 50) {
                List<BlobId> some = ids.subList(from, from + 50);
                assertThat(timed(
                                "remove 50",
                                () -> home.blobs()
                                        .removeAll("o1", some, home.clock().now())))
                        .hasSize(50);
            }
            System.out.println("beside " + many + " blobs: " + this);
        }
    }

    @Test
    void aHomeWithTwoThousandFilesStartsAndServesAtOnce() throws Exception {
        started(2_000);
    }

    @Test
    @Tag("soak")
    void aHomeWithAHundredThousandFilesStartsAndServesAtOnce() throws Exception {
        started(100_000);
    }

    /** The files of an earlier release are copies of one file, because only their number matters. */
    private void started(int many) throws Exception {
        Home before = Home.started(directory);
        byte[] bytes = Home.bytes(1, 4_000);
        BlobId id = before.keep("o1", bytes);
        byte[] stored = Files.readAllBytes(before.file("o1", id));
        Random random = new Random(many);
        for (int i = 1; i < many; i++) {
            byte[] hash = new byte[32];
            random.nextBytes(hash);
            Path file = before.file("o1", BlobId.of(hash));
            Files.createDirectories(requireNonNull(file.getParent()));
            Files.write(file, stored);
        }
        try (PackHome home = timed("start", () -> PackHome.started(directory, new SettableWallClock()))) {
            assertThat(timed("read", () -> home.read("o1", id))).isEqualTo(bytes);
            BlobId other = timed("keep", () -> home.keep("o1", Home.bytes(2, 4_000)));
            assertThat(home.read("o1", other)).isEqualTo(Home.bytes(2, 4_000));
            assertThat(home.list("o1")).hasSize(many + 1);
            System.out.println("with " + many + " files: " + this);
        }
    }

    /** Inserts rows without packs, because only their number matters, in the order of the hashes, which is fast. */
    private static void fill(PackHome home, int many) {
        Random random = new Random(many);
        for (int from = 0; from < many; from += 1_000) {
            int first = from;
            home.store().write(Scope.system(), tx -> {
                for (int i = first; i < Math.min(many, first + 1_000); i++) {
                    byte[] hash = new byte[32];
                    random.nextBytes(hash);
                    ByteBuffer.wrap(hash).putInt(0, (int) (i * (1L << 32) / many));
                    Place place = new Place(1 + i / IN_A_PACK, i % IN_A_PACK * PackEntry.total(LENGTH), LENGTH);
                    PackRows.put(tx.sql(), new PackedBlob("o1", BlobId.of(hash), place));
                }
                return true;
            });
        }
    }

    private <R> R timed(String what, Callable<R> act) throws Exception {
        long from = System.nanoTime();
        R result = act.call();
        nanos.computeIfAbsent(what, any -> new ArrayList<>()).add(System.nanoTime() - from);
        return result;
    }

    @Override
    public String toString() {
        List<String> texts = new ArrayList<>();
        nanos.forEach((what, all) -> {
            List<Long> sorted = all.stream().sorted().toList();
            texts.add(String.format(Locale.ROOT, "%s %.3f ms", what, sorted.get(sorted.size() / 2) / 1e6));
        });
        return String.join(", ", texts);
    }
}
