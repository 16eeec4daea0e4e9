package svc.auth;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Route;
import svc.api.operation.Secret;
import svc.api.operation.Trace;
import svc.auth.Identities.Founding;
import svc.auth.Identities.NewAccount;

/** {@code svc tenant create}. */
@Component(service = AdminOperation.class)
public final class CreateTenant implements TracedOperation<CreateTenant.Arguments, TenantView> {

    private final Identities identities;
    private final Plans plans;
    private final TenantViews views;

    /** Creates them here. */
    @Activate
    public CreateTenant(@Reference Identities identities, @Reference Plans plans, @Reference TenantViews views) {
        this.identities = identities;
        this.plans = plans;
        this.views = views;
    }

    /** What it begins with. */
    record Arguments(
            @Help("what people call the organization; its first domain when left out") @Nullable
            String name,

            @Help("a domain of its addresses; may be given more than once")
            List<String> domains,

            @Help("the name of its plan; the first one when left out") @Nullable
            String plan,

            @Help("the address of its first account, together with a password") @Nullable
            String email,

            @Secret @Help("the password of the first account") @Nullable
            String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return domains.toString();
        }
    }

    @Override
    public String noun() {
        return "tenant";
    }

    @Override
    public String verb() {
        return "create";
    }

    @Override
    public String help() {
        return "Create an organization with its domains, and its first account if one is given";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route("POST", "/tenants", 201));
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public TenantView run(Arguments arguments, Trace trace) {
        List<Domain> domains = Given.domains(arguments.domains());
        String name = arguments.name() == null ? domains.get(0).name() : Given.name("name", arguments.name());
        Optional<Plan> plan = Optional.ofNullable(arguments.plan())
                .map(text -> plans.find(text).orElseThrow(() -> Refusals.unknownPlan(text, plans.names())));
        return views.of(identities.found(new Founding(name, domains, plan, first(arguments, domains)), trace));
    }

    private static Optional<NewAccount> first(Arguments arguments, List<Domain> domains) {
        String email = arguments.email();
        String password = arguments.password();
        if (email == null && password == null) {
            return Optional.empty();
        } else if (email == null || password == null) {
            throw Refusals.halfAnAccount();
        }
        NewAccount account = Given.account(email, password, null);
        if (!domains.contains(account.address().domain())) {
            throw Refusals.foreignAddress(account.address());
        }
        return Optional.of(account);
    }
}
