package svc.auth;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;
import svc.auth.Effective.Decision;

/** {@code svc tenant capabilities}. */
@Component(service = AdminOperation.class)
public final class TenantCapabilities implements StoreOperation<OneTenant, TenantCapabilities.Answer> {

    private final Organizations organizations;
    private final Effective effective;

    /** Of these. */
    @Activate
    public TenantCapabilities(@Reference Organizations organizations, @Reference Effective effective) {
        this.organizations = organizations;
        this.effective = effective;
    }

    /**
     * What it can use.
     *
     * @param tenantId the organization
     * @param capabilities by URN
     */
    record Answer(String tenantId, Map<String, Decision> capabilities) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "capabilities";
    }

    @Override
    public String help() {
        return "What an organization can use, and who decided so";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/tenants/{id}/capabilities"));
    }

    @Override
    public Class<OneTenant> arguments() {
        return OneTenant.class;
    }

    @Override
    public TenantCapabilities.Answer run(OneTenant arguments) {
        return new Answer(arguments.id(), effective.of(organizations.get(arguments.id())));
    }
}
