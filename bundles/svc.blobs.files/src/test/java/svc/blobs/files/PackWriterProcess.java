package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import svc.api.store.StoreException;
import svc.testkit.SettableWallClock;

/** Stores, replaces and removes small blobs and compacts their packs, until the process is killed. */
final class PackWriterProcess extends WriterProcess {

    /** The organization that is erased again and again. */
    private static final String ERASED = "o3";

    private static final int LARGEST = 20_000;
    private static final int DAYS = 120;

    private final PackHome home;

    private PackWriterProcess(PackHome home) {
        super(home.blobs(), home.clock(), LARGEST);
        this.home = home;
    }

    /** Takes the home, a seed and the number of days by which the clock is moved. */
    public static void main(String[] arguments) throws Exception {
        SettableWallClock clock = new SettableWallClock();
        clock.move(Duration.ofDays(Long.parseLong(arguments[2])));
        PackWriterProcess process = new PackWriterProcess(PackHome.started(Path.of(arguments[0]), clock));
        long seed = Long.parseLong(arguments[1]);
        process.start(seed);
        process.repeat(DAYS, process::compact);
        Random random = new Random(seed);
        process.repeat(Integer.MAX_VALUE, () -> process.erase(random));
    }

    @Override
    void change(String organization, byte[] bytes, Random random) throws IOException {
        if (random.nextInt(3) == 0) {
            remove(organization, Home.id(bytes));
        } else {
            keep(organization, bytes);
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

    /** Stores blobs of an organization and erases it. */
    private void erase(Random random) throws IOException {
        for (int i = random.nextInt(20); i >= 0; i--) {
            keep(ERASED, bytes(random.nextInt(60)));
        }
        say("erasing " + ERASED);
        home.blobs().eraseTenant(ERASED);
        say("erased " + ERASED);
    }

    /** Lets a day pass, so that packs are sealed and compacted. */
    private void compact() throws IOException {
        home.clock().move(Duration.ofHours(26));
        long before = home.blobs().parts().compaction().compacted();
        home.blobs().compact(() -> true);
        if (home.blobs().parts().compaction().compacted() > before) {
            say("compacted");
        }
    }
}
