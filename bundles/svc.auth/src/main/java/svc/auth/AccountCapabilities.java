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

/** {@code svc account capabilities}. */
@Component(service = AdminOperation.class)
public final class AccountCapabilities implements StoreOperation<OneAccount, AccountCapabilities.Answer> {

    private final Members members;
    private final Effective effective;

    /** Of these. */
    @Activate
    public AccountCapabilities(@Reference Members members, @Reference Effective effective) {
        this.members = members;
        this.effective = effective;
    }

    /**
     * What it can use.
     *
     * @param accountId the account
     * @param capabilities by URN; those that are enabled stand in its session
     */
    record Answer(String accountId, Map<String, Decision> capabilities) {}

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "capabilities";
    }

    @Override
    public String help() {
        return "What an account can use, and who decided so";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("GET", "/accounts/{id}/capabilities"));
    }

    @Override
    public Class<OneAccount> arguments() {
        return OneAccount.class;
    }

    @Override
    public AccountCapabilities.Answer run(OneAccount arguments) {
        String organization = members.get(arguments.id()).account().organization();
        return new Answer(arguments.id(), effective.of(organization));
    }
}
