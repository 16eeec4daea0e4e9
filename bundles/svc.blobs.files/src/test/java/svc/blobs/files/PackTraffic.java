package svc.blobs.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.blob.BlobId;

/** Stores, reads and removes small blobs on several threads while packs are compacted. */
final class PackTraffic {

    private static final int OWN = 50;

    private final PackHome home;
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong removed = new AtomicLong();
    private final Map<BlobId, byte[]> stored = new ConcurrentHashMap<>();

    PackTraffic(PackHome home) {
        this.home = home;
    }

    long compacted() {
        return home.blobs().parts().compaction().compacted();
    }

    void run(Duration duration) throws Exception {
        long until = System.nanoTime() + duration.toNanos();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int n = i;
                all.add(threads.submit(() -> change(n, until)));
                all.add(threads.submit(() -> read(until)));
            }
            all.add(threads.submit(() -> compact(until)));
            for (Future<?> one : all) {
                one.get(duration.toSeconds() + 60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Void change(int n, long until) throws Exception {
        Random random = new Random(n);
        while (System.nanoTime() < until) {
            byte[] bytes = Home.bytes(n * 1_000L + random.nextInt(OWN), 3_000);
            if (random.nextInt(3) == 0) {
                BlobId id = BlobWriterProcess.idOf(bytes);
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
    private Void read(long until) throws Exception {
        Random random = new Random();
        while (System.nanoTime() < until) {
            List<BlobId> ids = List.copyOf(stored.keySet());
            if (!ids.isEmpty()) {
                BlobId id = ids.get(random.nextInt(ids.size()));
                byte[] bytes = stored.get(id);
                try {
                    if (bytes != null && home.blobs().find("o1", id).isPresent()) {
                        assertThat(home.read("o1", id)).isEqualTo(requireNonNull(bytes));
                        read.incrementAndGet();
                    }
                } catch (NoSuchFileException | java.util.NoSuchElementException removed) {
                    // Another thread removed the blob.
                }
            }
        }
        return null;
    }

    private Void compact(long until) throws Exception {
        while (System.nanoTime() < until) {
            home.clock().move(Duration.ofHours(26));
            home.blobs().compact(() -> true);
            Thread.sleep(20);
        }
        return null;
    }

    @Override
    public String toString() {
        return kept + " blobs kept, " + read + " read, " + removed + " removed, " + compacted() + " packs compacted";
    }
}
