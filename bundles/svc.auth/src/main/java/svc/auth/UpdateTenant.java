package svc.auth;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Singular;
import svc.api.operation.Trace;
import svc.auth.Organizations.Update;

/** {@code svc tenant update}. */
@Component(service = AdminOperation.class)
public final class UpdateTenant implements TracedOperation<UpdateTenant.Arguments, TenantView> {

    private final Organizations organizations;
    private final TenantViews views;

    /** Changes these. */
    @Activate
    public UpdateTenant(@Reference Organizations organizations, @Reference TenantViews views) {
        this.organizations = organizations;
        this.views = views;
    }

    /** What becomes of it; what is left out stays. */
    record Arguments(
            @Positional @Help("the id of the organization") String id,

            @Help("what people call it") @Nullable String name,

            @Help("all its domains, in place of those before") @Nullable
            List<String> domains,

            @Help("suspended keeps all its accounts out") @Nullable
            State state,

            @Singular("capability") @Help("false switches a capability off for the organization, true on again")
            Map<String, Object> capabilities) {}

    /** What it can be. */
    enum State {
        /** As usual. */
        ACTIVE,
        /** Nobody signs in. */
        SUSPENDED
    }

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
        return "Change the name, domains, state or capabilities of an organization, at once";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/tenants/{id}"));
    }

    @Override
    public Class<UpdateTenant.Arguments> arguments() {
        return UpdateTenant.Arguments.class;
    }

    @Override
    public TenantView run(UpdateTenant.Arguments arguments, Trace trace) {
        String name = arguments.name();
        List<String> domains = arguments.domains();
        Update update = new Update(
                name == null ? null : Given.name("name", name),
                domains == null ? null : Given.domains(domains),
                arguments.state(),
                Given.capabilities(arguments.capabilities()));
        if (update.isEmpty()) {
            throw Refusals.nothingToDo("--capability URN=false to switch a capability off, for instance");
        }
        return views.of(organizations.update(arguments.id(), update, trace));
    }
}
