package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Trace;

/** {@code svc tenant plan}. */
@Component(service = AdminOperation.class)
public final class SetPlan implements TracedOperation<SetPlan.Arguments, TenantView> {

    private final Organizations organizations;
    private final Plans plans;
    private final TenantViews views;

    /** Of these. */
    @Activate
    public SetPlan(@Reference Organizations organizations, @Reference Plans plans, @Reference TenantViews views) {
        this.organizations = organizations;
        this.plans = plans;
        this.views = views;
    }

    /** Whose, and which. */
    record Arguments(
            @Positional @Help("the id of the organization") String id,
            @Positional @Help("the name of a plan") String plan) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "plan";
    }

    @Override
    public String help() {
        return "Give an organization another plan, at once";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/tenants/{id}/plan"));
    }

    @Override
    public Class<SetPlan.Arguments> arguments() {
        return SetPlan.Arguments.class;
    }

    @Override
    public TenantView run(SetPlan.Arguments arguments, Trace trace) {
        Plan plan =
                plans.find(arguments.plan()).orElseThrow(() -> Refusals.unknownPlan(arguments.plan(), plans.names()));
        return views.of(organizations.plan(arguments.id(), plan, trace));
    }
}
