package svc.backup;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;
import svc.backup.format.DrillRecord;

/**
 * Checks that scheduled backups succeed, that the repository knows all erased accounts, and that a restore was rehearsed
 * within 90 days (DOC-05). The results are in the store.
 */
@Component
public final class BackupResultCheck implements HealthCheck {

    private static final String RUN = "backup-run";
    private static final String DRILL = "backup-drill";
    private static final Duration OLDEST_DRILL = Duration.ofDays(90);

    /** An erased account is recorded within a minute, unless a backup is being made. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Repositories repositories;
    private final Supplier<Optional<String>> failure;
    private final ErasedAccounts erased;
    private final Drills drills;
    private final Clock clock;

    @Activate
    public BackupResultCheck(
            @Reference Repositories repositories,
            @Reference BackupSchedule schedule,
            @Reference ErasedAccounts erased,
            @Reference Drills drills,
            @Reference Clock clock) {
        this(repositories, schedule::failure, erased, drills, clock);
    }

    /**
     * Creates the check.
     *
     * @param failure returns why the last scheduled backup failed; empty after a successful one
     */
    BackupResultCheck(
            Repositories repositories,
            Supplier<Optional<String>> failure,
            ErasedAccounts erased,
            Drills drills,
            Clock clock) {
        this.repositories = repositories;
        this.failure = failure;
        this.erased = erased;
        this.drills = drills;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "backup";
    }

    @Override
    public List<String> checks() {
        return List.of(RUN, DRILL);
    }

    @Override
    public List<Finding> run() {
        if (repositories.target().isEmpty()) {
            return checks().stream()
                    .map(check -> Finding.skipped(check, Repositories.NOT_CONFIGURED))
                    .toList();
        }
        return List.of(lastRun(), lastDrill());
    }

    private Finding lastRun() {
        Optional<String> unrecorded = erased.pending()
                .filter(pending -> pending.oldest().plus(PATIENCE).isBefore(clock.now()))
                .map(pending -> "The repository has no record of " + pending.count()
                        + " erased accounts: a restore of an earlier backup would bring them back.");
        if (failure.get().isPresent()) {
            return Finding.fail(
                    RUN,
                    "The last scheduled backup failed: " + failure.get().get()
                            + unrecorded.map(" "::concat).orElse(""),
                    "Remove the cause, then run `svc backup run`.");
        }
        return unrecorded
                .map(what -> Finding.warn(
                        RUN, what, "Connect the disk of [backup] target; `svc backup run` shows what is wrong."))
                .orElseGet(() -> Finding.ok(RUN, "No scheduled backup has failed since the start of the server."));
    }

    private Finding lastDrill() {
        String remedy = "Run `svc backup drill`, which rehearses a restore.";
        Optional<DrillRecord> newest = drills.newest();
        if (newest.isEmpty()) {
            return Finding.warn(DRILL, "No restore was rehearsed yet.", remedy);
        }
        DrillRecord drill = newest.get();
        Duration age = Duration.between(drill.time(), clock.now());
        Finding finding;
        if (drill.problem() != null) {
            finding = Finding.fail(
                    DRILL,
                    "The last drill of a restore, of the backup " + drill.run() + ", failed: " + drill.problem(),
                    "Run `svc backup verify --all` and `svc backup run`, then `svc backup drill`.");
        } else if (age.compareTo(OLDEST_DRILL) > 0) {
            finding = Finding.warn(DRILL, "The last drill of a restore was " + age.toDays() + " days ago.", remedy);
        } else {
            finding = Finding.ok(DRILL, "The last drill of a restore was " + age.toDays() + " days ago.");
        }
        return finding.with(Map.of("run", drill.run(), "age_days", age.toDays()));
    }
}
