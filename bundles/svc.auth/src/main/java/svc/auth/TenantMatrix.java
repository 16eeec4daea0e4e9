package svc.auth;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc tenant matrix}. */
@Component(service = AdminOperation.class)
public final class TenantMatrix implements StoreOperation<NoArguments, TenantMatrix.Answer> {

    private final Organizations organizations;
    private final Effective effective;

    /** Of these. */
    @Activate
    public TenantMatrix(@Reference Organizations organizations, @Reference Effective effective) {
        this.organizations = organizations;
        this.effective = effective;
    }

    /**
     * The matrix.
     *
     * @param capabilities the URNs that accounts of this server can have
     * @param tenants a row each
     */
    record Answer(List<String> capabilities, List<Row> tenants) {}

    /** An organization, and whether it can use each of them. */
    record Row(String id, String name, Map<String, Boolean> enabled) {}

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "matrix";
    }

    @Override
    public String help() {
        return "Which organization can use what";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/tenants/capabilities-matrix"));
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public TenantMatrix.Answer run(NoArguments arguments) {
        List<Row> rows = organizations.all().stream()
                .map(tenant -> new Row(tenant.id(), tenant.name(), effective.enabled(tenant)))
                .toList();
        return new Answer(effective.known(), rows);
    }
}
