package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** {@code svc tenant list}. */
@Component(service = AdminOperation.class)
public final class ListTenants implements StoreOperation<NoArguments, List<TenantView>> {

    private final Identities identities;

    /** Lists these. */
    @Activate
    public ListTenants(@Reference Identities identities) {
        this.identities = identities;
    }

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The organizations with their domains";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<TenantView> run(NoArguments arguments) {
        return identities.read(snapshot -> OrganizationRows.all(snapshot.sql())).stream()
                .map(TenantView::of)
                .toList();
    }
}
