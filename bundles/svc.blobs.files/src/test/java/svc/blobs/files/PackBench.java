package svc.blobs.files;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.store.Scope;
import svc.testkit.SettableWallClock;

/**
 * Measures the cost of keeping small blobs, each with a row of the database: in files, as before release 0.40, and in
 * packs. Prints one line per figure: its name, unit and value, separated by tabs.
 */
final class PackBench {

    private static final int BLOBS = 2_000;
    private static final double MICROS = 1e3;

    private final PackHome home;
    private final AtomicLong made = new AtomicLong();

    private PackBench(PackHome home) {
        this.home = home;
    }

    /** Runs the measurements in an empty directory, the first argument. */
    public static void main(String[] arguments) throws Exception {
        try (PackHome home = PackHome.started(Path.of(arguments[0]), new SettableWallClock())) {
            PackBench bench = new PackBench(home);
            bench.run("warm-up", home.blobs().files(), 4_000, 8);
            bench.run("warm-up", home.blobs(), 4_000, 8);
            for (int size : List.of(4_000, 10_000)) {
                for (int writers : List.of(1, 8)) {
                    bench.run("files", home.blobs().files(), size, writers);
                    bench.run("packs", home.blobs(), size, writers);
                }
            }
        }
    }

    private void run(String what, BlobStore blobs, int size, int writers) throws Exception {
        long cpu = cpu();
        long written = written();
        long began = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            all.add(threads.submit(() -> {
                for (int j = 0; j < BLOBS / writers; j++) {
                    keep(blobs, size);
                }
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();
        String name = what + ", " + size + " bytes, " + writers + " writers: ";
        print(name + "CPU a blob", "µs", (cpu() - cpu) / MICROS / BLOBS);
        print(name + "time a blob", "µs", (System.nanoTime() - began) / MICROS / BLOBS);
        print(name + "bytes written a byte", "times", (double) (written() - written) / BLOBS / size);
    }

    private void keep(BlobStore blobs, int size) throws IOException {
        long n = made.incrementAndGet();
        byte[] bytes = Home.bytes(7, size);
        ByteBuffer.wrap(bytes).putLong(0, n);
        try (BlobStore.BlobWriter draft = blobs.newBlob("o1")) {
            draft.out().write(bytes);
            draft.out().close();
            PendingBlob pending = draft.prepare();
            home.store().write(Scope.system(), tx -> {
                pending.commitIn(tx);
                tx.put("Row", n, pending.id().sha256());
                return true;
            });
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long written() {
        try {
            return Files.readAllLines(Path.of("/proc/self/io")).stream()
                    .filter(line -> line.startsWith("write_bytes: "))
                    .mapToLong(line -> Long.parseLong(line.substring("write_bytes: ".length())))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(String what, String unit, double value) {
        System.out.println(what + "\t" + unit + "\t" + String.format(Locale.ROOT, "%.2f", value));
    }
}
