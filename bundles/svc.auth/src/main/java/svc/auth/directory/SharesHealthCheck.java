package svc.auth.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Rows;
import svc.auth.storage.ShareRows;
import svc.auth.storage.ShareRows.StoredShare;

/** Finds shares without an owner, a container or a principal, in a sample that begins at a random owner. */
@Component(service = HealthCheck.class)
public final class SharesHealthCheck implements HealthCheck {

    private static final String NAME = "sharing-orphans";
    private static final int SAMPLE = 1_000;

    private final AccountStore identities;
    private final ShareRepair repair;

    @Activate
    public SharesHealthCheck(@Reference AccountStore identities, @Reference ShareRepair repair) {
        this.identities = identities;
        this.repair = repair;
    }

    @Override
    public String family() {
        return "sharing";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        long last = identities.read(
                snapshot -> Rows.count(snapshot.sql(), "SELECT coalesce(max(account), 0) FROM container_share"));
        List<StoredShare> sample = sample(new SplittableRandom().nextLong(last + 1));
        List<StoredShare> orphans = repair.orphans(sample);
        return List.of(finding(sample, orphans).with(Map.of("shares", sample.size(), "orphans", orphans.size())));
    }

    /** Returns shares from an owner on, and then from the first owner on. */
    private List<StoredShare> sample(long start) {
        List<StoredShare> sample = new ArrayList<>(repair.after(ShareRows.Key.before(start), SAMPLE));
        if (sample.size() < SAMPLE) {
            repair.after(ShareRows.Key.FIRST, SAMPLE - sample.size()).stream()
                    .filter(share -> share.key().account() < start)
                    .forEach(sample::add);
        }
        return sample;
    }

    private static Finding finding(List<StoredShare> sample, List<StoredShare> orphans) {
        if (!orphans.isEmpty()) {
            return Finding.fail(
                    NAME,
                    orphans.size() + " of " + sample.size() + " checked shares have no owner, no container or no"
                            + " principal, such as " + orphans.get(0).key().text() + ". These shares give no rights.",
                    "Run `svc share repair`, which ends them. If a group or an account was just deleted, a job does"
                            + " this already; see `svc job list`.");
        }
        return Finding.ok(NAME, sample.size() + " shares checked; all have an owner, a container and a principal.");
    }
}
