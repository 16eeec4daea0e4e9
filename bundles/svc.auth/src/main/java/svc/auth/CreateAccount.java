package svc.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Route;
import svc.api.operation.Secret;
import svc.api.operation.Singular;
import svc.api.operation.Trace;

/** {@code svc account create}. */
@Component(service = AdminOperation.class)
public final class CreateAccount implements TracedOperation<CreateAccount.Arguments, AccountView> {

    private final Identities identities;
    private final Members members;
    private final AccountViews views;

    /** Creates them here. */
    @Activate
    public CreateAccount(@Reference Identities identities, @Reference Members members, @Reference AccountViews views) {
        this.identities = identities;
        this.members = members;
        this.views = views;
    }

    /** What it begins with. */
    record Arguments(
            @Help("the address it signs in with; its domain tells the organization")
            String email,

            @Secret @Help("its password") String password,

            @Help("what people call it; the address when left out") @Nullable
            String name,

            @Help("the id of the organization, to be sure that it is this one") @Nullable
            String tenantId,

            @Default("user") @Help("what it may do beyond its own data")
            Role role,

            @Help("how many bytes it may keep; what the plan says when left out") @Nullable
            Long quotaBytes,

            @Singular("alias") @Help("a further address; may be given more than once")
            List<String> aliases) {

        /** Without the password. */
        @Override
        public String toString() {
            return email;
        }
    }

    @Override
    public String noun() {
        return "account";
    }

    @Override
    public String verb() {
        return "create";
    }

    @Override
    public String help() {
        return "Create an account in the organization that has the domain of its address";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/accounts", 201));
    }

    @Override
    public Class<CreateAccount.Arguments> arguments() {
        return CreateAccount.Arguments.class;
    }

    @Override
    public AccountView run(CreateAccount.Arguments arguments, Trace trace) {
        return views.of(members.get(identities
                .create(
                        Given.account(
                                arguments.email(),
                                arguments.password(),
                                arguments.name(),
                                arguments.tenantId(),
                                arguments.role(),
                                arguments.quotaBytes(),
                                arguments.aliases()),
                        trace)
                .account()
                .id()));
    }
}
