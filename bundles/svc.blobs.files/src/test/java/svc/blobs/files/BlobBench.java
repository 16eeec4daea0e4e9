package svc.blobs.files;

import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.time.Clock;

/**
 * Measures the cost of storing and sending a blob beside a plain copy with the same hash and encryption, in turn in the
 * same process. Prints one line per figure: its name, unit and value, separated by tabs.
 */
final class BlobBench {

    private static final int ROUNDS = 9;
    private static final double MEGABYTE = 1e6;
    private static final double MICROS = 1e3;

    private final FileBlobs blobs;
    private final PlainCopy plain;
    private long made;

    private BlobBench(FileBlobs blobs, PlainCopy plain) {
        this.blobs = blobs;
        this.plain = plain;
    }

    /** Runs the measurements in an empty directory, the first argument. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        FileBlobs blobs = FileBlobs.in(directory, new MachineClock());
        blobs.begin();
        BlobBench bench = new BlobBench(blobs, PlainCopy.in(Files.createDirectories(directory)));
        bench.keep("10 kB", 10_000, 200);
        bench.keep("10 MB", 10_000_000, 2);
        bench.send("10 kB", 10_000, 1_000);
        bench.send("1 MB", 1_000_000, 50);
        bench.send("50 MB", 50_000_000, 2);
        PackBench.main(
                new String[] {Files.createDirectory(directory.resolve("packs")).toString()});
    }

    private void keep(String what, int size, int times) throws Exception {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        compare("keep " + what, size, times, () -> put(another(bytes)), () -> plain.write(another(bytes), false));
        Cost synced = new Cost(0, 0);
        for (int round = 0; round < ROUNDS; round++) {
            synced = Cost.of(times, () -> plain.write(another(bytes), true));
        }
        print("keep " + what + ": CPU of the plain copy, file and folder synced", "µs", synced.cpu() / MICROS);
    }

    /** Changes the bytes, so that each blob is a new one. */
    private byte[] another(byte[] bytes) {
        ByteBuffer.wrap(bytes).putLong(0, ++made);
        return bytes;
    }

    private BlobId put(byte[] bytes) throws Exception {
        try (BlobStore.BlobWriter draft = blobs.newBlob("o1")) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.commit();
        }
    }

    private void send(String what, int size, int times) throws Exception {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        BlobId id = put(bytes);
        plain.write(bytes, false);
        compare(
                "send " + what,
                size,
                times,
                () -> blobs.find("o1", id).orElseThrow().send(0, size, OutputStream.nullOutputStream()),
                () -> plain.read(OutputStream.nullOutputStream()));
    }

    @FunctionalInterface
    private interface Act {
        void run() throws Exception;
    }

    private static void compare(String what, int size, int times, Act store, Act plain) throws Exception {
        List<Cost> ours = new ArrayList<>();
        List<Cost> theirs = new ArrayList<>();
        for (int round = -ROUNDS / 2; round < ROUNDS; round++) {
            Cost one = Cost.of(times, store);
            Cost other = Cost.of(times, plain);
            if (round >= 0) {
                ours.add(one);
                theirs.add(other);
            }
        }
        Cost our = median(ours);
        Cost their = median(theirs);
        print(what + ": CPU a call", "µs", our.cpu() / MICROS);
        print(what + ": time a call", "µs", our.wall() / MICROS);
        print(what + ": CPU a MB", "µs", our.cpu() / MICROS / (size / MEGABYTE));
        print(what + ": CPU of the plain copy", "µs", their.cpu() / MICROS);
        print(what + ": CPU against the plain copy", "times", our.cpu() / their.cpu());
    }

    private static Cost median(List<Cost> costs) {
        return costs.stream()
                .sorted(Comparator.comparingDouble(Cost::cpu))
                .toList()
                .get(costs.size() / 2);
    }

    private static void print(String what, String unit, double value) {
        System.out.println(what + "\t" + unit + "\t" + String.format(Locale.ROOT, "%.3f", value));
    }

    /** The average time of one call in nanoseconds. */
    private record Cost(double cpu, double wall) {

        static Cost of(int times, Act act) throws Exception {
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long wall = System.nanoTime();
            for (int i = 0; i < times; i++) {
                act.run();
            }
            return new Cost(
                    (double) (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / times,
                    (double) (System.nanoTime() - wall) / times);
        }
    }

    /** The system clock. */
    private static final class MachineClock implements Clock {

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Alarm schedule(Duration delay, Runnable task) {
            throw new UnsupportedOperationException("Nothing is timed here");
        }
    }
}
