package svc.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;

/**
 * Tests of blob removal: only a blob that was not touched for the given time and is not being stored again is removed.
 */
interface BlobRemovalContract extends BlobsUnderTest {

    @Test
    @Covers(
            value = {"BLOB-04", "BLOB-05"},
            part = "the store of blobs")
    default void onlyBlobsUntouchedSinceTheTimeAreRemoved() throws Exception {
        BlobId id = keep("o1", "some bytes".getBytes(UTF_8));
        Instant touched = blobs().find("o1", id).orElseThrow().lastModified().orElseThrow();
        clock().move(Duration.ofHours(24));
        assertThat(blobs().remove("o1", id, touched.minusMillis(1))).isFalse();
        assertThat(blobs().find("o1", id)).isPresent();
        assertThat(blobs().remove("o2", id, Instant.MAX))
                .as("nothing was there")
                .isTrue();
        assertThat(blobs().find("o1", id)).isPresent();
        assertThat(blobs().remove("o1", id, touched)).isTrue();
        assertThat(blobs().find("o1", id)).isEmpty();
        assertThat(blobs().remove("o1", id, touched)).isTrue();
        assertThat(blobs().list("o1", Optional.empty(), 10)).isEmpty();
    }

    @Test
    @Covers(value = "BLOB-05", part = "the store of blobs")
    default void blobWithFutureTimestampIsKept() throws Exception {
        clock().move(Duration.ofDays(365));
        BlobId id = keep("o1", "from the future".getBytes(UTF_8));
        clock().move(Duration.ofDays(-365));
        assertThat(blobs().remove("o1", id, Instant.MAX)).isFalse();
        assertThat(blobs().find("o1", id)).isPresent();
        clock().move(Duration.ofDays(366));
        assertThat(blobs().remove("o1", id, clock().now())).isTrue();
    }

    @Test
    @Covers(value = "BLOB-04", part = "the store of blobs")
    default void blobStoredDuringItsRemovalExists() throws Exception {
        byte[] bytes = "many want it".getBytes(UTF_8);
        int threads = 6;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 50; round++) {
                BlobId id = keep("o1", bytes);
                clock().move(Duration.ofHours(25));
                Instant dayAgo = clock().now().minus(Duration.ofHours(24));
                CyclicBarrier together = new CyclicBarrier(threads);
                List<Future<Boolean>> results = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    boolean keeper = i % 2 == round % 2;
                    results.add(executor.submit(() -> {
                        together.await(20, TimeUnit.SECONDS);
                        return keeper ? keep("o1", bytes).equals(id) : blobs().remove("o1", id, dayAgo);
                    }));
                }
                for (Future<Boolean> result : results) {
                    result.get(20, TimeUnit.SECONDS);
                }
                assertThat(sent(blobs().find("o1", id).orElseThrow(), 0, bytes.length))
                        .isEqualTo(bytes);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
