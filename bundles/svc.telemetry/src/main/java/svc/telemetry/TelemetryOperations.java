package svc.telemetry;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;

/** The operations {@code svc telemetry ...}. */
@Component
public final class TelemetryOperations implements OperationGroup {

    private final TelemetrySender sender;
    private final ReportWindow window;
    private final InstanceId id;

    @Activate
    public TelemetryOperations(
            @Reference TelemetrySender sender, @Reference ReportWindow window, @Reference InstanceId id) {
        this.sender = sender;
        this.window = window;
        this.id = id;
    }

    /**
     * The next report.
     *
     * @param body the bytes that would be sent now
     */
    public record NextReport(boolean enabled, String body) {}

    @Operation(
            command = "telemetry show",
            help = "Show the next usage report as it would be sent now",
            routes = "GET /telemetry")
    public OperationResult<NextReport> show() {
        String body = sender.body(window.end().report());
        String note = sender.isEnabled()
                ? "Reports are sent 15 minutes after the start of the server, and then daily."
                : "Telemetry is off: no report is sent. See enabled and endpoint in [telemetry] of svc.toml.";
        return new OperationResult<>(new NextReport(sender.isEnabled(), body), 0, note);
    }

    /** The id of this instance in its reports. */
    public record Instance(String instanceId) {}

    @Operation(
            command = "telemetry new-id",
            help = "Replace the random id of this instance in its usage reports",
            routes = "POST /telemetry/id")
    public Instance newId() {
        return new Instance(id.change());
    }
}
