package svc.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Trace;
import svc.auth.Organization.Branding;

/** {@code svc tenant branding}. */
@Component(service = AdminOperation.class)
public final class SetBranding implements TracedOperation<SetBranding.Arguments, TenantView> {

    private final Organizations organizations;
    private final TenantViews views;

    /** Of these. */
    @Activate
    public SetBranding(@Reference Organizations organizations, @Reference TenantViews views) {
        this.organizations = organizations;
        this.views = views;
    }

    /** All of it, in place of what was said before. */
    record Arguments(
            @Positional @Help("the id of the organization") String id,

            @Help("the name in a title") @Nullable String displayName,

            @Help("where its logo is, https") @Nullable String logoUrl,

            @Help("its colour, such as #1a2b3c") @Nullable String primaryColor,

            @Help("whom its people ask") @Nullable String supportEmail) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "branding";
    }

    @Override
    public String help() {
        return "Say how an organization shows itself";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/tenants/{id}/branding"));
    }

    @Override
    public Class<SetBranding.Arguments> arguments() {
        return SetBranding.Arguments.class;
    }

    @Override
    public TenantView run(SetBranding.Arguments arguments, Trace trace) {
        return views.of(organizations.brand(
                arguments.id(),
                Given.branding(new Branding(
                        arguments.displayName(),
                        arguments.logoUrl(),
                        arguments.primaryColor(),
                        arguments.supportEmail())),
                trace));
    }
}
