package svc.blobs.account;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Recounts the bytes of some random accounts and compares them with the counts used for quotas. */
@Component(service = HealthCheck.class)
public final class UsageCountsCheck implements HealthCheck {

    private static final String NAME = "blob-counts";

    private final Store store;

    @Activate
    public UsageCountsCheck(@Reference Store store) {
        this.store = store;
    }

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        Recount.Found found = store.read(Scope.system(), snapshot -> Recount.some(snapshot.sql()));
        return List.of(finding(found).with(Map.of("accounts", found.accounts(), "wrong", found.wrong())));
    }

    private static Finding finding(Recount.Found found) {
        if (found.wrong() > 0) {
            return Finding.fail(
                    NAME,
                    found.wrong() + " of " + found.accounts()
                            + " accounts hold a different number of bytes than is counted for" + " their quotas.",
                    "Run `svc blobs reindex`, which recounts all of them, and report a defect.");
        }
        return Finding.ok(NAME, found.accounts() + " accounts were recounted; their quotas are correct.");
    }
}
