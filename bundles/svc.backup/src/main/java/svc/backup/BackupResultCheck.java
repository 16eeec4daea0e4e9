package svc.backup;

import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.config.ByteSize;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;
import svc.backup.format.DrillRecord;
import svc.backup.outcome.BackupOutcomes;
import svc.backup.outcome.BackupOutcomes.Failure;
import svc.backup.outcome.BackupOutcomes.Outcomes;
import svc.backup.outcome.BackupOutcomes.Success;
import svc.backup.outcome.Drills;

/**
 * Checks that backups succeed, that the repository knows all erased accounts, and that a restore was rehearsed within 90
 * days (DOC-05). The results are in the store, so that the check is cheap when the repository is on other machines.
 */
@Component
public final class BackupResultCheck implements HealthCheck {

    private static final String RUN = "backup-run";
    private static final String DRILL = "backup-drill";
    private static final Duration OLDEST_DRILL = Duration.ofDays(90);

    /** An erased account is recorded within a minute, unless a backup is being made. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Repositories repositories;
    private final BackupOutcomes outcomes;
    private final Supplier<Optional<String>> pruneProblem;
    private final ErasedAccounts erased;
    private final Drills drills;
    private final Clock clock;

    @Activate
    public BackupResultCheck(
            @Reference Repositories repositories,
            @Reference BackupOutcomes outcomes,
            @Reference BackupService service,
            @Reference ErasedAccounts erased,
            @Reference Drills drills,
            @Reference Clock clock) {
        this(repositories, outcomes, service::pruneProblem, erased, drills, clock);
    }

    /**
     * Creates the check.
     *
     * @param pruneProblem returns why the last prune failed; empty after a successful one
     */
    BackupResultCheck(
            Repositories repositories,
            BackupOutcomes outcomes,
            Supplier<Optional<String>> pruneProblem,
            ErasedAccounts erased,
            Drills drills,
            Clock clock) {
        this.repositories = repositories;
        this.outcomes = outcomes;
        this.pruneProblem = pruneProblem;
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
        Outcomes newest = outcomes.newest();
        Optional<String> unrecorded = erased.pending()
                .filter(pending -> pending.oldest().plus(PATIENCE).isBefore(clock.now()))
                .map(pending -> "The repository has no record of " + pending.count()
                        + " erased accounts: a restore of an earlier backup would bring them back.");
        if (newest.failure().isPresent()) {
            Failure failure = newest.failure().get();
            return Finding.fail(
                    RUN,
                    "The last backup, at " + failure.at().truncatedTo(SECONDS) + ", failed: " + failure.problem()
                            + unrecorded.map(" "::concat).orElse(""),
                    "Remove the cause, then run `svc backup run`.");
        }
        return unrecorded
                .map(what -> Finding.warn(
                        RUN, what, "Connect the storage of [backup] target; `svc backup run` shows what is wrong."))
                .or(() -> pruneProblem
                        .get()
                        .map(problem -> Finding.warn(
                                RUN, "Old backups were not removed: " + problem, "Run `svc backup prune`.")))
                .or(() -> newest.success().map(BackupResultCheck::success))
                .orElseGet(() -> Finding.skipped(RUN, "No backup was made yet."));
    }

    private static Finding success(Success success) {
        double seconds = success.duration().toMillis() / 1e3;
        return Finding.ok(
                        RUN,
                        "The last backup, at " + success.begin().truncatedTo(SECONDS) + ", took " + seconds
                                + " s and added " + ByteSize.text(success.addedBytes()) + " for "
                                + ByteSize.text(success.bytes()) + ".")
                .with(Map.of(
                        "run",
                        success.run(),
                        "duration_seconds",
                        seconds,
                        "size_bytes",
                        success.bytes(),
                        "added_bytes",
                        success.addedBytes()));
    }

    private Finding lastDrill() {
        String drill = repositories.config().recipient().isBlank()
                ? "run `svc backup drill`"
                : "run `svc backup drill-elsewhere` on another machine, then `svc backup record-drill` here";
        String remedy = "To rehearse a restore, " + drill + ".";
        Optional<DrillRecord> newest = drills.newest();
        if (newest.isEmpty()) {
            return Finding.warn(DRILL, "No restore was rehearsed yet.", remedy);
        }
        DrillRecord last = newest.get();
        Duration age = Duration.between(last.time(), clock.now());
        Finding finding;
        if (last.problem() != null) {
            finding = Finding.fail(
                    DRILL,
                    "The last drill of a restore, of the backup " + last.run() + ", failed: " + last.problem(),
                    "Run `svc backup verify --all` and `svc backup run`, then " + drill + ".");
        } else if (age.compareTo(OLDEST_DRILL) > 0) {
            finding = Finding.warn(DRILL, "The last drill of a restore was " + age.toDays() + " days ago.", remedy);
        } else {
            finding = Finding.ok(DRILL, "The last drill of a restore was " + age.toDays() + " days ago.");
        }
        return finding.with(Map.of("run", last.run(), "age_days", age.toDays()));
    }
}
