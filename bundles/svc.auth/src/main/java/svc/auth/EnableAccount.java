package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.Trace;

/** {@code svc account enable}. */
@Component(service = AdminOperation.class)
public final class EnableAccount implements TracedOperation<OneAccount, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** Of these. */
    @Activate
    public EnableAccount(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "enable";
    }

    @Override
    public String help() {
        return "Let an account in again";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/accounts/{id}/enable"));
    }

    @Override
    public Class<OneAccount> arguments() {
        return OneAccount.class;
    }

    @Override
    public AccountView run(OneAccount arguments, Trace trace) {
        return views.of(members.disable(arguments.id(), false, trace));
    }
}
