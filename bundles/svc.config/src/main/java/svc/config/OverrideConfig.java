package svc.config;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Singular;

/**
 * The operation {@code svc config override}, which overrides values of {@code svc.toml}. An override applies
 * immediately and after every start, until it is removed.
 */
@Component
public final class OverrideConfig implements OperationGroup {

    private final Overrides overrides;

    @Activate
    public OverrideConfig(@Reference Overrides overrides) {
        this.overrides = overrides;
    }

    /** The keys that were set or removed. */
    public record Applied(List<String> applied) {}

    @Operation(
            command = "config override",
            help = "Set configuration keys while the server runs, all of them or none",
            routes = "PUT /config")
    public Applied override(
            @Singular("override") @Help("a key that may be set at run time and its value; null removes the value")
                    Map<String, Object> overrides) {
        if (overrides.isEmpty()) {
            String what = "must name at least one key and its value";
            throw new OperationException(
                    Reason.INVALID, "overrides " + what + ".", List.of(new FieldError("overrides", what)));
        }
        return new Applied(this.overrides.set(overrides));
    }
}
