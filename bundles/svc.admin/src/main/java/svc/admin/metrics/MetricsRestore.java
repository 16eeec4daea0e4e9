package svc.admin.metrics;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;

/**
 * Keeps {@code /metrics} closed to the admin token after a restore: if the home that was replaced had a separate token,
 * this is recorded, even if the backup is older than the token (MET-03).
 */
@Component(service = RestoreStep.class)
public final class MetricsRestore implements RestoreStep {

    private final MetricsTokenMarker marker;

    @Activate
    public MetricsRestore(@Reference MetricsTokenMarker marker) {
        this.marker = marker;
    }

    @Override
    public String namespace() {
        return "admin";
    }

    @Override
    public void finish(RestoredBackup backup) {
        if (backup.has(RestoredBackup.METRICS_TOKEN_IN_FORCE)) {
            marker.close();
        }
    }
}
