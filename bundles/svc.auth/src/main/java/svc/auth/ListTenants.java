package svc.auth;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Page;
import svc.api.operation.Route;
import svc.api.operation.StoreOperation;

/** {@code svc tenant list}. */
@Component(service = AdminOperation.class)
public final class ListTenants implements StoreOperation<ListTenants.Arguments, Page<TenantView>> {

    private final Organizations organizations;
    private final TenantViews views;

    /** Lists these. */
    @Activate
    public ListTenants(@Reference Organizations organizations, @Reference TenantViews views) {
        this.organizations = organizations;
        this.views = views;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor,

            @Help("what the name or a domain contains") @Nullable
            String q) {}

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
    public List<Route> routes() {
        return List.of(new Route("GET", "/tenants"));
    }

    @Override
    public Class<ListTenants.Arguments> arguments() {
        return ListTenants.Arguments.class;
    }

    @Override
    public Page<TenantView> run(ListTenants.Arguments arguments) {
        return organizations
                .list(Optional.ofNullable(arguments.q()), Optional.ofNullable(arguments.cursor()), arguments.limit())
                .map(views::of);
    }
}
