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

/** {@code svc account role}. */
@Component(service = AdminOperation.class)
public final class SetRole implements TracedOperation<SetRole.Arguments, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** Of these. */
    @Activate
    public SetRole(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    /** Whose, and which. */
    record Arguments(
            @Positional @Help("the id of the account") String id,

            @Positional @Help("what it may do beyond its own data")
            Role role) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "role";
    }

    @Override
    public String help() {
        return "Say whether an account looks after its organization";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("PUT", "/accounts/{id}/role"));
    }

    @Override
    public Class<SetRole.Arguments> arguments() {
        return SetRole.Arguments.class;
    }

    @Override
    public AccountView run(SetRole.Arguments arguments, Trace trace) {
        return views.of(members.role(arguments.id(), arguments.role(), trace));
    }
}
