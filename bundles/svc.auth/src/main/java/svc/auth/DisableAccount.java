package svc.auth;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Route;
import svc.api.operation.Trace;

/** {@code svc account disable}. */
@Component(service = AdminOperation.class)
public final class DisableAccount implements TracedOperation<OneAccount, AccountView> {

    private final Members members;
    private final AccountViews views;

    /** Of these. */
    @Activate
    public DisableAccount(@Reference Members members, @Reference AccountViews views) {
        this.members = members;
        this.views = views;
    }

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "disable";
    }

    @Override
    public String help() {
        return "Keep an account out at once; its mail is still taken in";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/accounts/{id}/disable"));
    }

    @Override
    public Class<OneAccount> arguments() {
        return OneAccount.class;
    }

    @Override
    public AccountView run(OneAccount arguments, Trace trace) {
        return views.of(members.disable(arguments.id(), true, trace));
    }
}
