package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.StoreException;
import svc.store.sqlite.disk.DiskProbe;

/** Reads the whole database file and checks its structure. It is a cheap check while the file is small. */
@Component
public final class DatabaseIntegrityCheck implements HealthCheck {

    private static final String NAME = "database-integrity";
    private static final long MEBIBYTE = 1L << 20;

    /** The size of a file that is read within a second. */
    private static final long SMALL = 64 * MEBIBYTE;

    /** The size of a file that takes longer to read than a snapshot may last. */
    private static final long LARGE = 512 * MEBIBYTE;

    private final SqliteStore store;

    @Activate
    public DatabaseIntegrityCheck(@Reference SqliteStore store) {
        this.store = store;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public Cost cost() {
        try {
            return Files.size(store.connections().file()) > SMALL ? Cost.SLOW : Cost.CHEAP;
        } catch (IOException | StoreException e) {
            return Cost.CHEAP;
        }
    }

    @Override
    public List<Finding> run() {
        return List.of(finding());
    }

    private Finding finding() {
        try {
            long size = Files.size(store.connections().file());
            if (size > LARGE) {
                return Finding.skipped(NAME, "The database is too large for a check while the server runs.")
                        .with(Map.of("size_bytes", size));
            }
            // One error is enough to know that the file is damaged, so the check stops after five.
            List<String> found =
                    store.pool().lend(0, lease -> lease.db().list("PRAGMA quick_check(5)", row -> row.getString(1)));
            return found.equals(List.of("ok"))
                    ? Finding.ok(NAME, "The database file is intact.").with(Map.of("size_bytes", size))
                    : damaged(found.get(0));
        } catch (IOException | StoreException e) {
            return damaged(String.valueOf(e.getMessage()));
        }
    }

    private Finding damaged(String what) {
        Optional<String> disk = DiskProbe.trouble(store.connections().file());
        if (disk.isPresent()) {
            return Finding.fail(NAME, disk.get(), DiskProbe.REMEDY);
        }
        return Finding.fail(
                NAME,
                "The database file is damaged: " + what,
                "Stop the server and restore the newest backup with `svc backup restore`; keep the damaged file.");
    }
}
