package svc.blobs.files;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.store.StoreException;
import svc.testkit.SettableWallClock;

/**
 * A process that stores, replaces and removes small blobs and compacts their packs until it is killed, and prints each
 * action before and after it. Each thread has its own blobs, so the lines about one blob are in order.
 */
final class PackWriterProcess {

    /** The organization that is erased again and again. */
    static final String ERASED = "o3";

    private static final int OWN = 60;
    private static final int LARGEST = 20_000;
    private static final int DAYS = 120;

    private final PackHome home;
    private final PrintStream out;

    private PackWriterProcess(PackHome home, PrintStream out) {
        this.home = home;
        this.out = out;
    }

    /** Takes the home, a seed, the number of threads and the number of days by which the clock is moved. */
    public static void main(String[] arguments) throws Exception {
        SettableWallClock clock = new SettableWallClock();
        clock.move(Duration.ofDays(Long.parseLong(arguments[3])));
        PackHome home = PackHome.started(Path.of(arguments[0]), clock);
        long seed = Long.parseLong(arguments[1]);
        PackWriterProcess only = new PackWriterProcess(home, new PrintStream(System.out, true, StandardCharsets.UTF_8));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            int n = i;
            threads.add(new Thread(() -> only.live(n, new Random(seed + n))));
        }
        threads.add(new Thread(only::compact));
        threads.add(new Thread(() -> only.erase(new Random(seed))));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void live(int n, Random random) {
        String organization = "o" + (1 + n % 2);
        while (true) {
            try {
                long own = n * 1_000L + random.nextInt(OWN);
                if (random.nextInt(3) == 0) {
                    remove(organization, BlobWriterProcess.idOf(bytes(own)));
                } else {
                    keep(organization, bytes(own));
                }
            } catch (IOException e) {
                say("failed " + e);
            }
        }
    }

    private void keep(String organization, byte[] bytes) throws IOException {
        try {
            say("kept " + organization + " " + home.keep(organization, bytes));
        } catch (IOException e) {
            if (!waitedTooLong(e)) {
                throw e;
            }
            say("rejected");
        }
    }

    /** Returns whether a day has passed between the write of a blob and its commit. */
    static boolean waitedTooLong(IOException e) {
        return e.getCause() instanceof StoreException cause
                && String.valueOf(cause.getMessage()).contains("waited too long");
    }

    /** Stores blobs of an organization and erases it, again and again. */
    private void erase(Random random) {
        while (true) {
            try {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    keep(ERASED, bytes(random.nextInt(OWN)));
                }
                say("erasing " + ERASED);
                home.blobs().eraseTenant(ERASED);
                say("erased " + ERASED);
            } catch (IOException e) {
                say("failed " + e);
            }
        }
    }

    /** Lets a day pass again and again, so that packs are sealed and compacted. */
    private void compact() {
        for (int day = 0; day < DAYS; day++) {
            try {
                home.clock().move(Duration.ofHours(26));
                long before = home.blobs().parts().compaction().compacted();
                home.blobs().compact(() -> true);
                if (home.blobs().parts().compaction().compacted() > before) {
                    say("compacted");
                }
            } catch (IOException e) {
                say("failed " + e);
            }
        }
    }

    static byte[] bytes(long own) {
        return Home.bytes(own, new Random(own).nextInt(LARGEST));
    }

    private void remove(String organization, BlobId id) {
        say("removing " + organization + " " + id);
        Set<BlobId> removed =
                home.blobs().removeAll(organization, List.of(id), home.clock().now());
        say((removed.isEmpty() ? "stays " : "removed ") + organization + " " + id);
    }

    /** Ends this process when its output is closed, because the test has ended without killing it. */
    private synchronized void say(String line) {
        out.println(line + " .");
        if (out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }
}
