package svc.blobs;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Counts what some accounts keep, others each time, and compares that with the counts by which quotas are decided. */
@Component(service = HealthCheck.class)
public final class UseCheck implements HealthCheck {

    private static final String NAME = "blob-counts";

    private final Store store;

    /** Counts here. */
    @Activate
    public UseCheck(@Reference Store store) {
        this.store = store;
    }

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<Finding> examine() {
        Recount.Found found = store.read(Scope.system(), snapshot -> Recount.some(snapshot.sql()));
        return List.of(finding(found).with(Map.of("accounts", found.accounts(), "wrong", found.wrong())));
    }

    private static Finding finding(Recount.Found found) {
        if (found.wrong() > 0) {
            return Finding.fail(
                    NAME,
                    found.wrong() + " of " + found.accounts()
                            + " accounts keep another number of bytes than is counted for" + " their quotas.",
                    "Run `svc blobs reindex`, which counts all of them anew, and report it as a defect.");
        }
        return Finding.ok(
                NAME, found.accounts() + " accounts were counted, and keep what is counted for their quotas.");
    }
}
