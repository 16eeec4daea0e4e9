package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.store.sqlite.disk.DiskProbe;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.store.sqlite.writer.WriterThread;

/**
 * Checks the database: file integrity, durability of commits, size of the write-ahead log, free disk space, writer
 * thread.
 */
@Component
public final class DatabaseHealthCheck implements HealthCheck {

    private static final int FULL = 2;
    private static final long MEBIBYTE = 1L << 20;
    private static final long LOW_SPACE = 1L << 30;
    private static final long NO_SPACE = 64 * MEBIBYTE;
    private static final long STUCK_SECONDS = 5;

    /** The check stops after five errors, because a check should answer within a second. */
    private static final String BOUNDED = "PRAGMA quick_check(5)";

    private static final long LARGE = 512 * MEBIBYTE;

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
    public List<Finding> run() {
        return List.of(integrity(), durability(), log(), space(), writer());
    }

    private Finding integrity() {
        String check = "database-integrity";
        try {
            long size = Files.size(store.connections().file());
            if (size > LARGE) {
                return Finding.skipped(check, "The database is too large for a check while the server runs.")
                        .with(Map.of("size_bytes", size));
            }
            List<String> found = store.pool().lend(0, lease -> lease.db().list(BOUNDED, row -> row.getString(1)));
            return found.equals(List.of("ok"))
                    ? Finding.ok(check, "The database file is intact.").with(Map.of("size_bytes", size))
                    : damaged(check, found.get(0));
        } catch (IOException | StoreException e) {
            return damaged(check, String.valueOf(e.getMessage()));
        }
    }

    private Finding damaged(String check, String what) {
        Optional<String> disk = DiskProbe.trouble(store.connections().file());
        if (disk.isPresent()) {
            return Finding.fail(check, disk.get(), DiskProbe.REMEDY);
        }
        return Finding.fail(
                check,
                "The database file is damaged: " + what,
                "Stop the server and restore the newest backup; keep the damaged file.");
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
                                "Find the program that keeps the database open, or a read that does not end.")
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
                    ? Finding.warn(check, left, "Free disk space before it runs out.")
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
