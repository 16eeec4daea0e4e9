package svc.telemetry.receiver;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;

/** The reports of the last 90 days, as rows of the database (TEL-01). Thread-safe. */
@Component(
        service = {StoredReports.class, OperationGroup.class},
        immediate = true)
public final class StoredReports implements OperationGroup {

    private static final Logger LOG = LoggerFactory.getLogger(StoredReports.class);
    private static final Duration KEPT = Duration.ofDays(90);
    private static final Duration PERIOD = Duration.ofDays(1);
    private static final int PORTION = 400;

    private static final String INSERT =
            "INSERT INTO telemetry_report (at, instance, version, window_seconds, counters) VALUES (?, ?, ?, ?, ?)";
    private static final String DELETE = "DELETE FROM telemetry_report WHERE n IN"
            + " (SELECT n FROM telemetry_report WHERE at < ? ORDER BY at LIMIT " + PORTION + ")";
    private static final String SUMMARY = "SELECT version, COUNT(DISTINCT instance), COUNT(*), MAX(at)"
            + " FROM telemetry_report GROUP BY version ORDER BY version";

    private final Store store;
    private final Clock clock;
    private final BackgroundWork work;

    @Activate
    public StoredReports(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
        this.work = new BackgroundWork(
                "svc-telemetry-receiver", clock, e -> LOG.error("Old usage reports could not be removed", e));
        work.at(clock.now(), this::purge);
    }

    /** Stores a report that has arrived now. */
    void add(ReceivedReport report, String counters) {
        store.write(
                Scope.system(),
                tx -> tx.sql()
                        .update(
                                INSERT,
                                clock.now().toEpochMilli(),
                                report.instanceId(),
                                report.version(),
                                report.windowSeconds(),
                                counters));
    }

    /** Removes the reports that are older than 90 days. */
    private void purge() {
        work.in(PERIOD, this::purge);
        long oldest = clock.now().minus(KEPT).toEpochMilli();
        while (!work.isStopped() && store.write(Scope.system(), tx -> tx.sql().update(DELETE, oldest)) == PORTION) {
            LOG.debug("{} old usage reports were removed", PORTION);
        }
    }

    /** The servers of a version that sent reports in the last 90 days. */
    public record VersionSummary(String version, long instances, long reports, Instant lastReport) {}

    @Operation(
            command = "telemetry summary",
            help = "Count the servers and reports of each version in the last 90 days",
            routes = "GET /telemetry/summary",
            emptyMessage = "no reports")
    public List<VersionSummary> summary() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(
                                SUMMARY,
                                row -> new VersionSummary(
                                        requireNonNull(row.getString(1)),
                                        row.getLong(2),
                                        row.getLong(3),
                                        Instant.ofEpochMilli(row.getLong(4)))));
    }

    @Deactivate
    void stop() {
        work.stop();
    }
}
