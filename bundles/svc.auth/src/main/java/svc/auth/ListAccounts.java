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

/** {@code svc account list}. */
@Component(service = AdminOperation.class)
public final class ListAccounts implements StoreOperation<ListAccounts.Arguments, Page<AccountView>> {

    private final Members members;
    private final AccountViews views;

    /** Lists these. */
    @Activate
    public ListAccounts(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    /** Which of them. */
    record Arguments(
            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor,

            @Help("the id of an organization; all when left out") @Nullable
            String tenant,

            @Help("what the address, a further one or the name contains") @Nullable
            String q) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "The accounts, of all organizations or of one";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/accounts"));
    }

    @Override
    public Class<ListAccounts.Arguments> arguments() {
        return ListAccounts.Arguments.class;
    }

    @Override
    public Page<AccountView> run(ListAccounts.Arguments arguments) {
        return members.list(
                        Optional.ofNullable(arguments.tenant()),
                        Optional.ofNullable(arguments.q()),
                        Optional.ofNullable(arguments.cursor()),
                        arguments.limit())
                .map(views::of);
    }
}
