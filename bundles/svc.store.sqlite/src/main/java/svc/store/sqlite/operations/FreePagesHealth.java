package svc.store.sqlite.operations;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.disk.FreePages;
import svc.store.sqlite.sql.StatementCache;

/** Reports the free pages of the database file, and whether the server returns them to the file system by itself. */
@Component
public final class FreePagesHealth implements HealthCheck {

    private static final String CHECK = "database-free-pages";
    private static final long MEBIBYTE = 1L << 20;

    /** The number of free bytes that justifies a stop of the server to compact the database. */
    private static final long MUCH = 256 * MEBIBYTE;

    private static final int QUARTER = 4;

    private final SqliteStore store;

    @Activate
    public FreePagesHealth(@Reference SqliteStore store) {
        this.store = store;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<Finding> run() {
        Finding found = store.pool().lend(0, lease -> finding(lease.db(), MUCH));
        return List.of(found);
    }

    public static Finding finding(StatementCache db, long much) {
        long free = FreePages.count(db);
        long bytes = free * db.number(0, "PRAGMA page_size");
        boolean shrinks = FreePages.shrinks(db);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("free_pages", free);
        facts.put("pages", db.number(0, "PRAGMA page_count"));
        facts.put("free_bytes", bytes);
        facts.put("shrinks", shrinks);
        boolean shouldCompact = !shrinks && bytes >= much && QUARTER * free >= db.number(0, "PRAGMA page_count");
        return shouldCompact
                ? Finding.warn(
                                CHECK,
                                bytes / MEBIBYTE
                                        + " MiB of the database file are unused, and the file does not shrink automatically.",
                                "Stop the server and run `svc store compact`; it needs twice the size of the database as free space.")
                        .with(facts)
                : Finding.ok(CHECK, bytes / MEBIBYTE + " MiB of the database file are free for new data.")
                        .with(facts);
    }
}
