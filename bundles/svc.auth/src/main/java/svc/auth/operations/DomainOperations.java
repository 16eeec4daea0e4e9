package svc.auth.operations;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.auth.directory.Tenants;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.Tenant;

/** The operations {@code svc domain}. */
@Component
public final class DomainOperations implements OperationGroup {

    private final Tenants organizations;

    @Activate
    public DomainOperations(@Reference Tenants organizations) {
        this.organizations = organizations;
    }

    /** A domain of a tenant. */
    public record DomainRow(String domain) {}

    private static List<DomainRow> rows(Tenant tenant) {
        return tenant.domains().stream().map(DomainRow::new).toList();
    }

    @Operation(
            command = "domain list",
            help = "List the domains of an organization",
            routes = "GET /tenants/{id}/domains",
            needs = Needs.STORE)
    public List<DomainRow> list(@Positional @Help("the id of the organization") String id) {
        return rows(organizations.get(id));
    }

    @Operation(
            command = "domain add",
            help = "Add a domain to an organization, at once",
            routes = "POST /tenants/{id}/domains 201",
            needs = Needs.STORE)
    public List<DomainRow> add(
            @Positional @Help("the id of the organization") String id,
            @Positional @Help("the domain, such as example.org") String domain,
            AuditRecorder trace) {
        return rows(organizations.addDomain(id, OperatorInput.domain("domain", domain), trace));
    }

    @Operation(
            command = "domain remove",
            help = "Remove a domain from an organization; no account may have an address in it",
            routes = "DELETE /tenants/{id}/domains/{domain}",
            needs = Needs.STORE)
    public List<DomainRow> remove(
            @Positional @Help("the id of the organization") String id,
            @Positional @Help("the domain, such as example.org") String domain,
            AuditRecorder trace) {
        return rows(organizations.removeDomain(id, OperatorInput.domain("domain", domain), trace));
    }
}
