package svc.auth.operations;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.operation.Singular;
import svc.auth.directory.EffectiveCapabilities;
import svc.auth.directory.EffectiveCapabilities.Decision;
import svc.auth.directory.Tenants;
import svc.auth.directory.Tenants.Update;
import svc.auth.storage.AccountStore;
import svc.auth.storage.AccountStore.Founding;
import svc.auth.storage.AccountStore.NewAccount;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.Domain;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.Plan;
import svc.auth.storage.Plans;
import svc.auth.storage.Tenant;
import svc.auth.storage.Tenant.Branding;

/** The operations {@code svc tenant}. */
@Component
public final class TenantOperations implements OperationGroup {

    private final AccountStore identities;
    private final Tenants organizations;
    private final Plans plans;
    private final EffectiveCapabilities effective;

    @Activate
    public TenantOperations(
            @Reference AccountStore identities,
            @Reference Tenants organizations,
            @Reference Plans plans,
            @Reference EffectiveCapabilities effective) {
        this.identities = identities;
        this.organizations = organizations;
        this.plans = plans;
        this.effective = effective;
    }

    private TenantView view(Tenant tenant) {
        return TenantView.of(tenant, effective);
    }

    @Operation(
            command = "tenant create",
            help = "Create an organization with its domains, and its first account if one is given",
            routes = "POST /tenants 201",
            needs = Needs.STORE)
    public TenantView create(
            @Help("the display name; the first domain if omitted") @Nullable String name,
            @Help("a domain of its addresses; may be given more than once") List<String> domains,
            @Help("the name of the plan; the first plan if omitted") @Nullable String plan,
            @Help("the address of its first account, together with a password") @Nullable String email,
            @Secret @Help("the password of the first account") @Nullable String password,
            AuditRecorder trace) {
        List<Domain> all = OperatorInput.domains(domains);
        String shown = name == null ? all.get(0).name() : OperatorInput.name("name", name);
        return view(identities.found(
                new Founding(shown, all, Optional.ofNullable(plan).map(this::known), first(email, password, all)),
                trace));
    }

    private Plan known(String plan) {
        return plans.find(plan).orElseThrow(() -> DirectoryErrors.unknownPlan(plan, plans.names()));
    }

    private static Optional<NewAccount> first(@Nullable String email, @Nullable String password, List<Domain> domains) {
        if (email == null && password == null) {
            return Optional.empty();
        } else if (email == null || password == null) {
            throw DirectoryErrors.invalid(
                    "email",
                    "A first account has an address and a password.",
                    "Give both --email and --password-stdin, or neither.");
        }
        NewAccount account = OperatorInput.account(email, password, null);
        Domain domain = account.address().domain();
        if (!domains.contains(domain)) {
            throw DirectoryErrors.invalid(
                    "email",
                    "The domain " + domain.name() + " is not a domain of the new organization.",
                    "Add it with --domain, or use an address in one of the domains.");
        }
        return Optional.of(account);
    }

    @Operation(
            command = "tenant list",
            help = "List the organizations with their domains",
            routes = "GET /tenants",
            needs = Needs.STORE)
    public Page<TenantView> list(
            PageRequest page, @Help("a text that the name or a domain contains") @Nullable String q) {
        return organizations.list(Optional.ofNullable(q), page).map(this::view);
    }

    @Operation(command = "tenant show", help = "One organization", routes = "GET /tenants/{id}", needs = Needs.STORE)
    public TenantView show(@Positional @Help("the id of the organization") String id) {
        return view(organizations.get(id));
    }

    @Operation(
            command = "tenant update",
            help = "Change the name, domains, state or capabilities of an organization, at once",
            routes = "PUT /tenants/{id}",
            needs = Needs.STORE)
    public TenantView update(
            @Positional @Help("the id of the organization") String id,
            @Help("the display name") @Nullable String name,
            @Help("all domains; removing an existing domain requires --replace") @Nullable List<String> domains,
            @Help("remove existing domains that are not given") boolean replace,
            @Help("suspended disables sign-in for all accounts") Tenant.@Nullable State state,
            @Singular("capability")
                    @Help(
                            "false switches a capability off for the organization with all that depends on it, true on again,"
                                    + " null removes the toggle")
                    Map<String, Object> capabilities,
            AuditRecorder trace) {
        Map<String, Optional<Boolean>> toggles = OperatorInput.capabilities(capabilities);
        toggles.forEach((urn, on) -> on.ifPresent(known -> effective.refuseUnknown(urn)));
        Update update = new Update(
                name == null ? null : OperatorInput.name("name", name),
                domains == null ? null : OperatorInput.domains(domains),
                replace,
                state,
                toggles);
        if (update.isEmpty()) {
            throw DirectoryErrors.nothingToDo("--capability URN=false to switch a capability off, for instance");
        }
        return view(organizations.update(id, update, trace));
    }

    @Operation(
            command = "tenant branding",
            help = "Set the branding of an organization",
            routes = "PUT /tenants/{id}/branding",
            needs = Needs.STORE)
    public TenantView branding(
            @Positional @Help("the id of the organization") String id, Branding branding, AuditRecorder trace) {
        return view(organizations.brand(id, OperatorInput.branding(branding), trace));
    }

    @Operation(
            command = "tenant plan",
            help = "Change the plan of an organization, at once",
            routes = "PUT /tenants/{id}/plan",
            needs = Needs.STORE)
    public TenantView plan(
            @Positional @Help("the id of the organization") String id,
            @Positional @Help("the name of a plan") String plan,
            AuditRecorder trace) {
        return view(organizations.plan(id, known(plan), trace));
    }

    /** The capabilities of a tenant, by URN. */
    record Capabilities(String tenantId, Map<String, Decision> capabilities) {}

    @Operation(
            command = "tenant capabilities",
            help = "Show the capabilities of an organization, and why each is enabled or disabled",
            routes = "GET /tenants/{id}/capabilities",
            needs = Needs.STORE)
    public Capabilities capabilities(@Positional @Help("the id of the organization") String id) {
        return new Capabilities(id, effective.of(organizations.get(id)));
    }

    /**
     * The capabilities of all tenants.
     *
     * @param capabilities the URNs that this server offers to accounts
     * @param tenants one row per tenant
     */
    record Matrix(List<String> capabilities, List<MatrixRow> tenants) {}

    /**
     * The capabilities of one tenant.
     *
     * @param reasons the reasons why capabilities are disabled, by URN
     */
    record MatrixRow(String id, String name, Map<String, Boolean> enabled, Map<String, String> reasons) {}

    @Operation(
            command = "tenant matrix",
            help = "Show the capabilities of all organizations",
            routes = "GET /tenants/capabilities-matrix",
            needs = Needs.STORE)
    public Matrix matrix() {
        List<MatrixRow> rows = organizations.all().stream()
                .map(this::view)
                .map(tenant -> new MatrixRow(tenant.id(), tenant.name(), tenant.capabilities(), tenant.reasons()))
                .toList();
        return new Matrix(effective.known(), rows);
    }
}
