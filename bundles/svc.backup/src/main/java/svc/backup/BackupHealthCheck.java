package svc.backup;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;
import svc.backup.format.Layout;

/** Checks that a recent backup exists (DOC-04). */
@Component
public final class BackupHealthCheck implements HealthCheck {

    private static final String AGE = "backup-age";
    private static final Duration OLDEST = Duration.ofDays(7);

    private final Repositories repositories;
    private final Clock clock;

    @Activate
    public BackupHealthCheck(@Reference Repositories repositories, @Reference Clock clock) {
        this.repositories = repositories;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "backup";
    }

    @Override
    public List<String> checks() {
        return List.of(AGE);
    }

    /** A folder answers at once; another target is on other machines. */
    @Override
    public Cost cost() {
        return repositories.isRemote() ? Cost.OUTSIDE : Cost.CHEAP;
    }

    @Override
    public List<Finding> run() {
        if (repositories.target().isEmpty()) {
            return List.of(Finding.skipped(AGE, Repositories.NOT_CONFIGURED));
        }
        return List.of(age());
    }

    private Finding age() {
        Optional<Instant> newest;
        try {
            List<String> runs = repositories.open().runs();
            newest = runs.isEmpty() ? Optional.empty() : Optional.of(Layout.time(runs.get(runs.size() - 1)));
        } catch (IOException e) {
            return Finding.fail(
                    AGE,
                    "The repository of the backups cannot be opened: " + e.getMessage(),
                    "Connect the storage of [backup] target, or run `svc backup init --to TARGET`.");
        }
        if (newest.isEmpty()) {
            return Finding.warn(AGE, "There is no backup yet.", "Run `svc backup run`.");
        }
        Duration age = Duration.between(newest.get(), clock.now());
        Map<String, Object> facts = Map.of("newest", newest.get().toString(), "age_hours", age.toHours());
        return (age.compareTo(OLDEST) > 0
                        ? Finding.warn(
                                AGE,
                                "The newest backup is " + age.toDays() + " days old.",
                                "Run `svc backup run`, and read in the log why scheduled backups fail.")
                        : Finding.ok(AGE, "The newest backup is " + age.toHours() + " hours old."))
                .with(facts);
    }
}
