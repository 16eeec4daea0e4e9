package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.testkit.SettableWallClock;

/**
 * A process that writes, replaces and removes blobs until it is killed, and prints each action before and after it.
 * Each thread has its own blobs, so the lines about one blob are in order.
 */
final class BlobWriterProcess {

    private static final int OWN = 40;
    private static final int LARGEST = 400_000;

    private final FileBlobs blobs;
    private final SettableWallClock clock;
    private final PrintStream out;

    private BlobWriterProcess(FileBlobs blobs, SettableWallClock clock, PrintStream out) {
        this.blobs = blobs;
        this.clock = clock;
        this.out = out;
    }

    /** Takes the home, a seed and the number of threads. */
    public static void main(String[] arguments) throws Exception {
        SettableWallClock clock = new SettableWallClock();
        FileBlobs blobs = FileBlobs.in(Path.of(arguments[0]), clock);
        blobs.begin();
        long seed = Long.parseLong(arguments[1]);
        BlobWriterProcess only =
                new BlobWriterProcess(blobs, clock, new PrintStream(System.out, true, StandardCharsets.UTF_8));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            int n = i;
            threads.add(new Thread(() -> only.live(n, new Random(seed + n))));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void live(int n, Random random) {
        String organization = "o" + (1 + n % 2);
        while (true) {
            try {
                int act = random.nextInt(40);
                long own = n * 1_000L + random.nextInt(OWN);
                if (act == 0) {
                    blobs.rings().rotate(List.of(organization));
                    say("rotated");
                } else if (act == 1) {
                    blobs.rings().changeMaster();
                    say("changed");
                } else if (act < 8) {
                    remove(organization, id(own));
                } else {
                    keep(organization, own, random);
                }
            } catch (IOException e) {
                say("failed " + e);
            }
        }
    }

    static byte[] bytes(long own) {
        return Home.bytes(own, new Random(own).nextInt(LARGEST));
    }

    static BlobId id(long own) {
        return idOf(bytes(own));
    }

    static BlobId idOf(byte[] bytes) {
        return BlobId.of(SegmentWriter.sha256().digest(bytes));
    }

    private void keep(String organization, long own, Random random) throws IOException {
        byte[] bytes = bytes(own);
        try (BlobStore.BlobWriter draft = blobs.newBlob(organization)) {
            try (OutputStream to = draft.out()) {
                int at = 0;
                while (at < bytes.length) {
                    int portion = Math.min(1 + random.nextInt(100_000), bytes.length - at);
                    to.write(bytes, at, portion);
                    at += portion;
                }
            }
            say("kept " + organization + " " + draft.commit());
        }
    }

    private void remove(String organization, BlobId id) {
        say("removing " + organization + " " + id);
        say((blobs.remove(organization, id, clock.now()) ? "removed " : "stays ") + organization + " " + id);
    }

    /** Ends this process when its output is closed, because the test has ended without killing it. */
    private synchronized void say(String line) {
        out.println(line + " .");
        if (out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }
}
