package svc.store.sqlite;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Store.HomeIdentity;
import svc.store.sqlite.home.OpenedFile;

/**
 * Checks whether the path still leads to the database file that was opened, and whether the database is a restored
 * copy.
 */
@Component
public final class HomeHealth implements HealthCheck {

    private static final String FILE = "database-file";
    private static final String RESTORED = "database-restored";

    private final SqliteStore store;

    @Activate
    public HomeHealth(@Reference SqliteStore store) {
        this.store = store;
    }

    @Override
    public String family() {
        return "database";
    }

    @Override
    public List<Finding> run() {
        return List.of(file(), restored());
    }

    private Finding file() {
        return store.fileTrouble()
                .map(problem -> Finding.fail(FILE, problem + " No change is stored.", OpenedFile.REMEDY))
                .orElseGet(() -> Finding.ok(FILE, "The database file is in place."));
    }

    private Finding restored() {
        Optional<HomeIdentity> identity = store.home();
        if (identity.isEmpty()) {
            return Finding.skipped(RESTORED, "The database has no home yet.");
        }
        HomeIdentity home = identity.get();
        Map<String, Object> facts =
                Map.of("home", home.home(), "generation", home.generation(), "restored_generation", home.restored());
        if (home.justRestored()) {
            return Finding.warn(
                            RESTORED,
                            "The last start found that the database was restored from a copy: clients fetch their accounts"
                                    + " again, and the search index is rebuilt.",
                            "If you did not restore a copy, check that the right disk is mounted. The warning ends with the"
                                    + " next start.")
                    .with(facts);
        }
        return Finding.ok(RESTORED, "The database is the one of the last run.").with(facts);
    }
}
