package svc.auth;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;

/** {@code svc tenant update}. */
@Component(service = AdminOperation.class)
public final class UpdateTenant implements StoreOperation<UpdateTenant.Arguments, TenantView> {

    private static final Pattern URI = Pattern.compile("[a-z][a-z0-9+.-]*:[\\x21-\\x7e]{1,255}");

    private final Identities identities;

    /** Changes these. */
    @Activate
    public UpdateTenant(@Reference Identities identities) {
        this.identities = identities;
    }

    /** What becomes of it. */
    record Arguments(
            @Positional @Help("the id of the organization") String id,

            @Help("false switches a capability off for the organization, true on again")
            Map<String, String> capability) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "update";
    }

    @Override
    public String help() {
        return "Switch capabilities off and on for an organization, at once";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public TenantView run(Arguments arguments) {
        if (arguments.capability().isEmpty()) {
            throw Refusals.nothingToDo();
        }
        Map<String, Boolean> capabilities = new LinkedHashMap<>();
        arguments.capability().forEach((urn, on) -> {
            if (!URI.matcher(urn).matches()) {
                throw Refusals.badCapability(urn);
            } else if (!on.equals("true") && !on.equals("false")) {
                throw Refusals.badSwitch(urn);
            }
            capabilities.put(urn, on.equals("true"));
        });
        return TenantView.of(identities.turn(arguments.id(), capabilities));
    }
}
