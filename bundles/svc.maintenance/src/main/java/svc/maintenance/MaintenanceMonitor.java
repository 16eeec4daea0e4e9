package svc.maintenance;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.lifecycle.Maintenance;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/**
 * Reports the maintenance mode as metrics and as a health check. A maintenance is no problem: the status of the check
 * is always OK, and its detail marks the health rounds of the maintenance. Thread-safe.
 */
@Component(service = {MetricSource.class, HealthCheck.class})
public final class MaintenanceMonitor implements MetricSource, HealthCheck {

    private static final String NAME = "maintenance";

    private final Maintenance maintenance;

    @Activate
    public MaintenanceMonitor(@Reference Maintenance maintenance) {
        this.maintenance = maintenance;
    }

    @Override
    public void collect(MetricSink sink) {
        Optional<Period> current = maintenance.current();
        sink.gauge("maintenance", "1 while a maintenance is active, otherwise 0", current.isPresent() ? 1 : 0);
        sink.gauge(
                "maintenance_read_only",
                "1 while a maintenance rejects writes to the data of accounts, otherwise 0",
                current.filter(Period::readOnly).isPresent() ? 1 : 0);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        return List.of(maintenance
                .current()
                .map(period -> Finding.ok(NAME, "A maintenance is active, " + MaintenanceOperations.description(period))
                        .with(Map.of("active", true, "read_only", period.readOnly())))
                .orElseGet(() -> Finding.ok(NAME, "No maintenance is active.").with(Map.of("active", false))));
    }
}
