package svc.testkit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.CorruptBlobException;
import svc.api.time.Clock;

/** Contract tests that every {@link BlobStore} must pass. The tests of a store extend this class. */
public abstract class BlobStoreContract implements BlobRemovalContract {

    /** Sizes below, at and above the sizes of segments and buffers. */
    private static final List<Integer> SIZES =
            List.of(0, 1, 2, 8_191, 8_192, 8_193, 65_535, 65_536, 65_537, 131_072, 200_000);

    private final SettableWallClock clock = new SettableWallClock();
    private final Random random = new Random(Long.getLong("svc.seed", 4_711L));
    private final AtomicReference<BlobStore> blobs = new AtomicReference<>();

    /** Creates the tests of one store. */
    protected BlobStoreContract() {}

    /** Opens an empty store. */
    protected abstract BlobStore open(Clock clock) throws Exception;

    /** Changes at least one stored byte of a blob. */
    protected abstract void damage(BlobStore store, String organization, BlobId id) throws Exception;

    /** Closes the store. */
    protected void close(BlobStore store) throws Exception {}

    @Override
    public final BlobStore blobs() {
        return requireNonNull(blobs.get());
    }

    @Override
    public final SettableWallClock clock() {
        return clock;
    }

    @BeforeEach
    final void openBlobs() throws Exception {
        blobs.set(open(clock));
    }

    @AfterEach
    final void closeBlobs() throws Exception {
        close(blobs());
    }

    @Test
    final void storedBlobIsReadByItsHash() throws Exception {
        for (int size : SIZES) {
            byte[] bytes = bytes(size);
            BlobId id = keep("o1", bytes);
            assertThat(id.sha256())
                    .isEqualTo(MessageDigest.getInstance("SHA-256").digest(bytes));
            BlobStore.StoredBlob stored = blobs().find("o1", id).orElseThrow();
            assertThat(stored.id()).isEqualTo(id);
            assertThat(stored.size()).isEqualTo(size);
            assertThat(stored.lastModified().orElseThrow().truncatedTo(ChronoUnit.MILLIS))
                    .isEqualTo(clock.now().truncatedTo(ChronoUnit.MILLIS));
            assertThat(sent(stored, 0, size)).isEqualTo(bytes);
            List<Long> progress = new ArrayList<>();
            stored.verify(progress::add);
            assertThat(progress).isSorted().last().isEqualTo((long) size);
        }
    }

    @Test
    final void rangeReturnsExactlyItsBytes() throws Exception {
        byte[] bytes = bytes(200_000);
        BlobStore.StoredBlob stored = blobs().find("o1", keep("o1", bytes)).orElseThrow();
        for (int at : List.of(0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 196_608, 199_999, 200_000)) {
            for (int length : List.of(0, 1, 2, 65_535, 65_536, 65_537, 131_073)) {
                if (at + length <= bytes.length) {
                    assertThat(sent(stored, at, length)).isEqualTo(slice(bytes, at, length));
                }
            }
        }
        for (int i = 0; i < 200; i++) {
            int at = random.nextInt(bytes.length);
            int length = random.nextInt(bytes.length - at + 1);
            assertThat(sent(stored, at, length)).isEqualTo(slice(bytes, at, length));
        }
        for (List<Long> invalid : List.of(
                List.of(-1L, 1L),
                List.of(0L, -1L),
                List.of(0L, 200_001L),
                List.of(200_001L, 0L),
                List.of(1L, 1L << 62))) {
            assertThatThrownBy(() -> sent(stored, invalid.get(0), invalid.get(1)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    final void portionSizesDoNotMatter() throws Exception {
        byte[] bytes = bytes(300_000);
        for (int largest : List.of(1_000, 70_000, 300_000)) {
            try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
                int at = 0;
                try (OutputStream out = draft.out()) {
                    while (at < bytes.length) {
                        int length = Math.min(1 + random.nextInt(largest), bytes.length - at);
                        if (length == 1) {
                            out.write(bytes[at]);
                        } else {
                            out.write(bytes, at, length);
                        }
                        at += length;
                        assertThat(draft.size()).isEqualTo(at);
                        if (random.nextInt(10) == 0) {
                            out.flush();
                        }
                    }
                }
                BlobId id = draft.commit();
                assertThat(sent(blobs().find("o1", id).orElseThrow(), 0, bytes.length))
                        .isEqualTo(bytes);
            }
        }
        assertThat(blobs().list("o1", Optional.empty(), 10)).hasSize(1);
    }

    @Test
    final void discardedWriterStoresNothing() throws Exception {
        byte[] bytes = bytes(100_000);
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().write(bytes);
        }
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().write(bytes);
            draft.out().close();
        }
        assertThat(blobs().list("o1", Optional.empty(), 10)).isEmpty();
        assertThat(blobs().tenants()).isEmpty();
        assertThat(blobs().find("o1", idOf(bytes))).isEmpty();
    }

    @Test
    final void writerIsWrittenClosedAndKeptOnceInThisOrder() throws Exception {
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().write(bytes(10));
            assertThatThrownBy(draft::commit).isInstanceOf(IllegalStateException.class);
            draft.out().close();
            draft.out().close();
            assertThatThrownBy(() -> draft.out().write(1)).isInstanceOf(IOException.class);
            draft.commit();
            assertThatThrownBy(draft::commit).isInstanceOf(IllegalStateException.class);
        }
        BlobStore.BlobWriter closed = blobs().newBlob("o1");
        closed.out().close();
        closed.close();
        closed.close();
        assertThatThrownBy(closed::commit).isInstanceOf(IllegalStateException.class);
        assertThat(blobs().list("o1", Optional.empty(), 10)).hasSize(1);
    }

    @Test
    final void tenantsAreSeparate() throws Exception {
        byte[] bytes = bytes(1_000);
        BlobId id = keep("o1", bytes);
        assertThat(blobs().find("o2", id)).isEmpty();
        assertThat(blobs().tenants()).containsExactly("o1");
        assertThat(keep("o2", bytes)).isEqualTo(id);
        assertThat(blobs().tenants()).containsExactlyInAnyOrder("o1", "o2");
        blobs().eraseTenant("o1");
        assertThat(blobs().find("o1", id)).isEmpty();
        assertThat(blobs().list("o1", Optional.empty(), 10)).isEmpty();
        assertThat(blobs().tenants()).containsExactly("o2");
        assertThat(sent(blobs().find("o2", id).orElseThrow(), 0, bytes.length)).isEqualTo(bytes);
        blobs().eraseTenant("o1");
        assertThat(keep("o1", bytes)).isEqualTo(id);
        assertThat(sent(blobs().find("o1", id).orElseThrow(), 0, bytes.length)).isEqualTo(bytes);
    }

    @Test
    final void rejectsInvalidTenantNames() {
        for (String odd : List.of("", "..", ".", "a/b", "/", "O1", "o 1", "o\u0000", "tmp/..", "x".repeat(33))) {
            assertThatThrownBy(() -> blobs().newBlob(odd)).as(odd).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> blobs().find(odd, idOf(new byte[0]))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> blobs().eraseTenant(odd)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    final void listingIsOrderedAndPaged() throws Exception {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            kept.add(keep("o1", bytes(20)).toString());
        }
        keep("o2", bytes(20));
        kept.sort(null);
        for (int max : List.of(1, 7, 100, 1_000)) {
            List<String> listed = new ArrayList<>();
            Optional<BlobId> after = Optional.empty();
            List<BlobId> page = blobs().list("o1", after, max);
            while (!page.isEmpty()) {
                assertThat(page).hasSizeLessThanOrEqualTo(max);
                page.forEach(id -> listed.add(id.toString()));
                after = Optional.of(page.get(page.size() - 1));
                page = blobs().list("o1", after, max);
            }
            assertThat(listed).isEqualTo(kept);
        }
        BlobId between = idOf("not there".getBytes(StandardCharsets.UTF_8));
        assertThat(blobs().list("o1", Optional.of(between), 1_000))
                .extracting(BlobId::toString)
                .isEqualTo(kept.stream()
                        .filter(name -> name.compareTo(between.toString()) > 0)
                        .toList());
        assertThat(blobs().list("o1", Optional.empty(), 0)).isEmpty();
        assertThat(blobs().list("o3", Optional.empty(), 10)).isEmpty();
    }

    @Test
    @Covers(value = "BLOB-07", part = "the store of blobs")
    final void damageIsReported() throws Exception {
        byte[] bytes = bytes(100_000);
        BlobId id = keep("o1", bytes);
        damage(blobs(), "o1", id);
        BlobStore.StoredBlob stored = blobs().find("o1", id).orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> stored.send(0, bytes.length, out)).isInstanceOf(CorruptBlobException.class);
        assertThat(out.toByteArray()).isEqualTo(slice(bytes, 0, out.size()));
        assertThatThrownBy(() -> stored.verify(read -> {})).isInstanceOf(CorruptBlobException.class);
        assertThat(keep("o1", bytes)).as("written again, it is whole again").isEqualTo(id);
        blobs().find("o1", id).orElseThrow().verify(read -> {});
    }

    @Test
    final void rewritingABlobUpdatesItsTimestamp() throws Exception {
        byte[] bytes = bytes(1_000);
        BlobId id = keep("o1", bytes);
        clock.move(Duration.ofHours(30));
        assertThat(keep("o1", bytes)).isEqualTo(id);
        assertThat(blobs().find("o1", id)
                        .orElseThrow()
                        .lastModified()
                        .orElseThrow()
                        .truncatedTo(ChronoUnit.MILLIS))
                .isEqualTo(clock.now().truncatedTo(ChronoUnit.MILLIS));
        assertThat(blobs().remove("o1", id, clock.now().minus(Duration.ofHours(24))))
                .isFalse();
        assertThat(blobs().list("o1", Optional.empty(), 10)).hasSize(1);
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }
}
