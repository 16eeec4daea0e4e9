package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.store.sqlite.writer.WriterThread;

/**
 * Checks the database: durability of commits, size of the write-ahead log, free disk space, writer thread.
 */
@Component
public final class DatabaseHealthCheck implements HealthCheck {

    private static final int FULL = 2;
    private static final long MEBIBYTE = 1L << 20;
    private static final long LOW_SPACE = 1L << 30;
    private static final long NO_SPACE = 64 * MEBIBYTE;
    private static final long STUCK_SECONDS = 5;

    private final SqliteStore store;
    private final Clock clock;

    @Activate
    public DatabaseHealthCheck(@Reference SqliteStore store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<String> checks() {
        return List.of("database-durability", "database-log", "database-space", "database-writer");
    }

    @Override
    public List<Finding> run() {
        return List.of(durability(), log(), space(), writer());
    }

    private Finding durability() {
        String check = "database-durability";
        long synchronous = store.writer().synchronous();
        Map<String, Object> facts = Map.of("synchronous", synchronous);
        return synchronous >= FULL
                ? Finding.ok(check, "Acknowledged changes survive a power failure.")
                        .with(facts)
                : Finding.fail(
                                check,
                                "Acknowledged changes can be lost in a power failure.",
                                "Restart the server; if the finding remains, report it.")
                        .with(facts);
    }

    private Finding log() {
        String check = "database-log";
        long size = store.wal().size();
        Map<String, Object> facts = Map.of("wal_bytes", size, "limit_bytes", WalCheckpointer.LIMIT);
        return size <= 2 * WalCheckpointer.LIMIT
                ? Finding.ok(check, "The write-ahead log is small.").with(facts)
                : Finding.warn(
                                check,
                                "The write-ahead log has " + size / MEBIBYTE + " MiB and cannot be truncated.",
                                "Find the program that keeps the database open with `lsof "
                                        + store.connections().file() + "`, or restart the server.")
                        .with(facts);
    }

    private Finding space() {
        String check = "database-space";
        try {
            long free = Files.getFileStore(store.connections().file()).getUsableSpace();
            Map<String, Object> facts = Map.of("free_bytes", free);
            String left = free / MEBIBYTE + " MiB are free on the disk of the database.";
            if (free < NO_SPACE) {
                return Finding.fail(check, left, "Free disk space now: soon no change can be stored.")
                        .with(facts);
            }
            return free < LOW_SPACE
                    ? Finding.warn(
                                    check,
                                    left,
                                    "Find what uses the disk with `du -xh --max-depth=2 / | sort -h | tail`, and free space.")
                            .with(facts)
                    : Finding.ok(check, left).with(facts);
        } catch (IOException e) {
            return Finding.fail(check, "The free space cannot be read.", "Check that the disk is mounted.");
        }
    }

    private Finding writer() {
        String check = "database-writer";
        WriterThread.Busy busy = store.writer().busy();
        long seconds = busy == null ? 0 : TimeUnit.NANOSECONDS.toSeconds(clock.nanos() - busy.since());
        Map<String, Object> facts = Map.of(
                "commits", store.writer().commits(), "units", store.writer().units());
        if (!store.writer().alive()) {
            return Finding.fail(check, "The database writer has stopped.", "Restart the server.")
                    .with(facts);
        }
        return busy != null && seconds >= STUCK_SECONDS
                ? Finding.fail(
                                check,
                                busy.name() + " has kept the writer busy for " + seconds + " s.",
                                "Remove or update the bundle that this name belongs to, then restart the server.")
                        .with(facts)
                : Finding.ok(check, "The database writer is not delayed.").with(facts);
    }
}
