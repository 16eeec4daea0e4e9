package svc.blobs.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import svc.api.blob.BlobId;
import svc.testkit.Eventually;

/** Stores, reads and removes small blobs on several threads while packs are compacted. */
final class PackTraffic {

    private static final int OWN = 50;

    /** The number of blobs that are stored before a day has passed. */
    private static final int KEPT_IN_A_DAY = 20;

    private final PackHome home;
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong removed = new AtomicLong();
    private final Map<BlobId, byte[]> stored = new ConcurrentHashMap<>();

    PackTraffic(PackHome home) {
        this.home = home;
    }

    /** Runs until this number of packs was compacted. */
    void run(int packs) throws Exception {
        BooleanSupplier goesOn =
                () -> compacted() < packs && !Thread.currentThread().isInterrupted();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            all.add(threads.submit(() -> compact(goesOn)));
            for (int i = 0; i < 3; i++) {
                int n = i;
                all.add(threads.submit(() -> change(n, goesOn)));
                all.add(threads.submit(() -> read(n, goesOn)));
            }
            for (Future<?> one : all) {
                one.get(2, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(List.of(kept.get(), read.get(), removed.get())).doesNotContain(0L);
    }

    private Void change(int n, BooleanSupplier goesOn) throws IOException {
        Random random = new Random(n);
        while (goesOn.getAsBoolean()) {
            byte[] bytes = Home.bytes(n * 1_000L + random.nextInt(OWN), 3_000);
            if (random.nextInt(3) == 0) {
                BlobId id = Home.id(bytes);
                stored.remove(id);
                home.blobs().removeAll("o1", List.of(id), home.clock().now());
                removed.incrementAndGet();
            } else {
                keep(bytes);
            }
        }
        return null;
    }

    private void keep(byte[] bytes) throws IOException {
        BlobId id;
        try {
            id = home.keep("o1", bytes);
        } catch (IOException e) {
            if (PackWriterProcess.waitedTooLong(e)) {
                return;
            }
            throw e;
        }
        stored.put(id, bytes);
        assertThat(home.read("o1", id)).isEqualTo(bytes);
        kept.incrementAndGet();
    }

    /** Reads blobs of other threads. A blob that was removed meanwhile is no damage. */
    private Void read(int n, BooleanSupplier goesOn) throws IOException {
        Random random = new Random(n);
        while (goesOn.getAsBoolean()) {
            List<BlobId> ids = List.copyOf(stored.keySet());
            if (!ids.isEmpty()) {
                BlobId id = ids.get(random.nextInt(ids.size()));
                byte[] bytes = stored.get(id);
                try {
                    if (bytes != null && home.blobs().find("o1", id).isPresent()) {
                        assertThat(home.read("o1", id)).isEqualTo(requireNonNull(bytes));
                        read.incrementAndGet();
                    }
                } catch (NoSuchFileException | NoSuchElementException e) {
                    // Another thread removed the blob.
                }
            }
        }
        return null;
    }

    private Void compact(BooleanSupplier goesOn) throws IOException {
        while (goesOn.getAsBoolean()) {
            long evening = kept.get() + KEPT_IN_A_DAY;
            Eventually.until("stored the blobs of a day", () -> kept.get() >= evening);
            home.clock().move(Duration.ofHours(26));
            home.blobs().compact(() -> true);
        }
        return null;
    }

    private long compacted() {
        return home.blobs().parts().compaction().compacted();
    }
}
