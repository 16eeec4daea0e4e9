package svc.telemetry;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Checks that usage reports are accepted, if they are sent at all. */
@Component
public final class TelemetryHealthCheck implements HealthCheck {

    private static final String CHECK = "telemetry";

    private final TelemetrySender sender;

    @Activate
    public TelemetryHealthCheck(@Reference TelemetrySender sender) {
        this.sender = sender;
    }

    @Override
    public String family() {
        return CHECK;
    }

    @Override
    public List<String> checks() {
        return List.of(CHECK);
    }

    @Override
    public List<Finding> run() {
        if (!sender.isEnabled()) {
            return List.of(Finding.skipped(CHECK, "Telemetry is off ([telemetry] enabled)."));
        }
        if (sender.target().isEmpty()) {
            return List.of(Finding.warn(
                    CHECK,
                    "Telemetry is on, but its receiver is missing or not a URL, so no report is sent.",
                    "Set endpoint in [telemetry] of svc.toml to the URL of a receiver, or enabled = false."));
        }
        return List.of(sender.failure()
                .map(reason -> Finding.warn(
                        CHECK,
                        "The last usage report was not accepted: " + reason + ".",
                        "Check endpoint in [telemetry] of svc.toml, or set enabled = false."))
                .orElse(Finding.ok(CHECK, "Usage reports are sent daily.")));
    }
}
