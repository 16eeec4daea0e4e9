package svc.config;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Route;
import svc.api.operation.Singular;

/** Sets values that hold over those of the file, at once and after every start, until they are taken back. */
@Component(service = AdminOperation.class)
public final class OverrideOperation implements AdminOperation<OverrideOperation.Arguments, OverrideOperation.Applied> {

    private final Overrides overrides;

    /** Sets these. */
    @Activate
    public OverrideOperation(@Reference Overrides overrides) {
        this.overrides = overrides;
    }

    /** What to set. */
    public record Arguments(
            @Singular("override") @Help("a key that may be set at run time and its value; null takes it back")
            Map<String, Object> overrides) {}

    /** The keys that were set or taken back. */
    public record Applied(List<String> applied) {}

    @Override
    public String noun() {
        return "config";
    }

    @Override
    public String verb() {
        return "override";
    }

    @Override
    public String help() {
        return "Set configuration keys while the server runs, all of them or none";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/config"));
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Applied run(Arguments arguments) {
        if (arguments.overrides().isEmpty()) {
            String what = "must name at least one key and its value";
            throw new OperationProblem(
                    Reason.INVALID, "overrides " + what + ".", List.of(new FieldError("overrides", what)));
        }
        return new Applied(overrides.set(arguments.overrides()));
    }
}
