package svc.auth;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.operation.AdminOperation;
import svc.api.operation.AdminView;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Page;
import svc.api.operation.Positional;
import svc.api.operation.Route;

/** {@code svc account view}: what capabilities keep in an account, as they themselves show it to operators. */
@Component(service = AdminOperation.class)
public final class ViewAccount implements AdminOperation<ViewAccount.Arguments, Page<Map<String, Object>>> {

    private final Members members;
    private final Identities identities;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<AdminView> views = List.of();

    /** Of these accounts. */
    @Activate
    public ViewAccount(@Reference Members members, @Reference Identities identities) {
        this.members = members;
        this.identities = identities;
    }

    /** What of which account. */
    record Arguments(
            @Positional @Help("the id of the account") String id,

            @Positional @Help("what to list, by the name that a bundle gave it")
            String view,

            @Default(Page.USUAL) @Help("how many at once") int limit,

            @Help("where to go on: next of the part before") @Nullable
            String cursor) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "view";
    }

    @Override
    public String help() {
        return "What a capability keeps in an account, without what is in it";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/accounts/{id}/{view}"));
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Page<Map<String, Object>> run(Arguments arguments) {
        Member member = members.get(arguments.id());
        AdminView view = view(arguments.view());
        int limit = Page.limit(arguments.limit());
        return identities.readIn(
                member.account(), snapshot -> view.list(snapshot, limit, Optional.ofNullable(arguments.cursor())));
    }

    private AdminView view(String name) {
        List<AdminView> all = views;
        return all.stream()
                .filter(view -> view.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OperationProblem(
                        Reason.CAPABILITY_NOT_INSTALLED,
                        "No bundle that is installed shows " + Refusals.shown(name) + " of an account. There are "
                                + all.stream().map(AdminView::name).sorted().collect(Collectors.joining(", "))
                                + "."));
    }
}
