package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc tenant show}. */
@Component(service = AdminOperation.class)
public final class ShowTenant implements StoreOperation<OneTenant, TenantView> {

    private final Organizations organizations;
    private final TenantViews views;

    /** Looks here. */
    @Activate
    public ShowTenant(@Reference Organizations organizations, @Reference TenantViews views) {
        this.organizations = organizations;
        this.views = views;
    }

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "show";
    }

    @Override
    public String help() {
        return "One organization";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/tenants/{id}"));
    }

    @Override
    public Class<OneTenant> arguments() {
        return OneTenant.class;
    }

    @Override
    public TenantView run(OneTenant arguments) {
        return views.of(organizations.get(arguments.id()));
    }
}
