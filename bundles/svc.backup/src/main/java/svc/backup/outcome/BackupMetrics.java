package svc.backup.outcome;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.backup.outcome.BackupOutcomes.Outcomes;
import svc.backup.outcome.BackupOutcomes.Success;

/** Reports the outcomes of backups as metrics, without a look at the repository. */
@Component
public final class BackupMetrics implements MetricSource {

    private static final String RUNS = "backup_runs_total";
    private static final String RUNS_HELP = "Backups since the start of the server by result";
    private static final double MILLIS = 1e3;

    private final BackupOutcomes outcomes;

    @Activate
    public BackupMetrics(@Reference BackupOutcomes outcomes) {
        this.outcomes = outcomes;
    }

    @Override
    public void collect(MetricSink sink) {
        Outcomes newest = outcomes.newest();
        sink.counter(RUNS, RUNS_HELP, outcomes.successes(), "result", "ok");
        sink.counter(RUNS, RUNS_HELP, outcomes.failures(), "result", "failed");
        sink.gauge(
                "backup_last_run_failed",
                "Whether the newest backup failed",
                newest.failure().isPresent() ? 1 : 0);
        newest.success().ifPresent(success -> collect(success, sink));
    }

    private static void collect(Success success, MetricSink sink) {
        sink.gauge(
                "backup_last_success_timestamp_seconds",
                "When the newest successful backup began, in seconds since 1970",
                success.begin().toEpochMilli() / MILLIS);
        sink.gauge(
                "backup_last_duration_seconds",
                "Duration of the newest successful backup",
                success.duration().toMillis() / MILLIS);
        double files = success.files();
        double size = success.bytes();
        double added = success.addedBytes();
        sink.gauge("backup_last_files", "Files in the newest successful backup", files);
        sink.gauge("backup_last_size_bytes", "Size of the files in the newest successful backup", size);
        sink.gauge("backup_last_added_bytes", "Bytes that the newest successful backup added to the repository", added);
    }
}
