package svc.blobs.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.testkit.SettableWallClock;

/**
 * A process that changes blobs on several threads until it is killed, and prints each action before and after it. Each
 * thread has its own blobs, so the lines about one blob are in order.
 */
abstract class WriterProcess {

    private static final int THREADS = 4;
    private static final int BLOBS_OF_A_THREAD = 60;

    private final BlobStore blobs;
    private final SettableWallClock clock;
    private final int largest;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /**
     * Creates a process that is not started.
     *
     * @param largest the maximum size of a blob
     */
    WriterProcess(BlobStore blobs, SettableWallClock clock, int largest) {
        this.blobs = blobs;
        this.clock = clock;
        this.largest = largest;
    }

    /** An action that changes blobs. */
    interface Action {
        void run() throws IOException;
    }

    /** Changes a blob. */
    abstract void change(String organization, byte[] bytes, Random random) throws IOException;

    /** Starts the threads. */
    final void start(long seed) {
        for (int i = 0; i < THREADS; i++) {
            String organization = "o" + (1 + i % 2);
            long first = i * 1_000L;
            Random random = new Random(seed + i);
            repeat(
                    Integer.MAX_VALUE,
                    () -> change(organization, bytes(first + random.nextInt(BLOBS_OF_A_THREAD)), random));
        }
    }

    /** Repeats an action on a thread of its own. */
    final void repeat(int times, Action action) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < times; i++) {
                try {
                    action.run();
                } catch (IOException | RuntimeException e) {
                    say("failed " + e);
                }
            }
        });
        thread.start();
    }

    /** Returns the bytes of the blob with this number. */
    final byte[] bytes(long number) {
        return Home.bytes(number, new Random(number).nextInt(largest));
    }

    final void remove(String organization, BlobId id) {
        say("removing " + organization + " " + id);
        Set<BlobId> removed = blobs.removeAll(organization, List.of(id), clock.now());
        say((removed.isEmpty() ? "stays " : "removed ") + organization + " " + id);
    }

    /** Ends this process when its output is closed, because the test has ended without killing it. */
    final synchronized void say(String line) {
        out.println(line + " .");
        if (out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }
}
