package svc.auth.operations;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.job.JobQueue;
import svc.api.job.StartedJob;
import svc.api.operation.AdminView;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.operation.Singular;
import svc.auth.directory.Accounts;
import svc.auth.directory.Accounts.Update;
import svc.auth.directory.EffectiveCapabilities;
import svc.auth.directory.EffectiveCapabilities.Decision;
import svc.auth.storage.AccountDetails;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Aliases;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.Plans;
import svc.auth.storage.Role;
import svc.auth.storage.StoredAccount;

/** The operations {@code svc account}. */
@Component
public final class AccountOperations implements OperationGroup {

    private final AccountStore identities;
    private final Accounts members;
    private final Plans plans;
    private final EffectiveCapabilities effective;
    private final JobQueue jobs;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<AdminView> views = List.of();

    @Activate
    public AccountOperations(
            @Reference AccountStore identities,
            @Reference Accounts members,
            @Reference Plans plans,
            @Reference EffectiveCapabilities effective,
            @Reference JobQueue jobs) {
        this.identities = identities;
        this.members = members;
        this.plans = plans;
        this.effective = effective;
        this.jobs = jobs;
    }

    private AccountView view(AccountDetails member) {
        return AccountView.of(member, plans);
    }

    @Operation(
            command = "account create",
            help = "Create an account in the organization that has the domain of its address",
            routes = "POST /accounts 201",
            needs = Needs.STORE)
    public AccountView create(
            @Help("the sign-in address; its domain selects the organization") String email,
            @Secret @Help("its password") String password,
            @Help("the display name; the address if omitted") @Nullable String name,
            @Help("the id of the organization, as a check") @Nullable String tenantId,
            @Default("user") @Help("the role of the account") Role role,
            @Help("the quota in bytes; if omitted, the quota of the plan or the default; 0 for the quota of the"
                            + " plan")
                    @Nullable
                    Long quotaBytes,
            @Singular("alias") @Help("an alias; may be given more than once") List<String> aliases,
            AuditRecorder trace) {
        StoredAccount created = identities.create(
                OperatorInput.account(email, password, name, tenantId, role, quotaBytes, aliases), trace);
        return view(members.get(created.account().id()));
    }

    @Operation(
            command = "account list",
            help = "List the accounts of all organizations or of one",
            routes = "GET /accounts",
            needs = Needs.STORE)
    public Page<AccountView> list(
            PageRequest page,
            @Help("the id of an organization; all if omitted") @Nullable String tenant,
            @Help("a text that the address, an alias or the name contains") @Nullable String q) {
        return members.list(Optional.ofNullable(tenant), Optional.ofNullable(q), page)
                .map(this::view);
    }

    @Operation(command = "account show", help = "One account", routes = "GET /accounts/{id}", needs = Needs.STORE)
    public AccountView show(@Positional @Help("the address or the id of the account") String id) {
        return view(members.get(id));
    }

    @Operation(
            command = "account update",
            help = "Change the name, password, quota or aliases of an account",
            routes = "PUT /accounts/{id}",
            needs = Needs.STORE)
    public AccountView update(
            @Positional @Help("the address or the id of the account") String id,
            @Help("the display name") @Nullable String name,
            @Secret
                    @Help("the new password; it ends all sign-ins, and all app passwords unless they are kept")
                    @Nullable
                    String password,
            @Default("true") @Help("whether a new password also revokes all app passwords") boolean revokeAppPasswords,
            @Help("the quota in bytes; 0 for the quota of the plan") @Nullable Long quotaBytes,
            @Singular("alias")
                    @Help("all aliases; an empty text for none. Removing an existing alias requires" + " --replace")
                    @Nullable
                    List<String> aliases,
            @Help("remove existing aliases that are not given") boolean replace,
            AuditRecorder trace) {
        Update update = new Update(
                name == null ? null : OperatorInput.name("name", name),
                password == null ? null : OperatorInput.password(password),
                quotaBytes,
                aliases == null ? null : new Aliases(OperatorInput.aliases(aliases), replace),
                revokeAppPasswords);
        if (update.isEmpty()) {
            throw DirectoryErrors.nothingToDo("--name NAME, for instance");
        }
        return view(members.update(id, update, trace));
    }

    @Operation(
            command = "account password",
            help = "Set the password of an account; at a terminal it is typed twice and not shown",
            needs = Needs.STORE)
    public AccountView password(
            @Positional @Help("the address or the id of the account") String account,
            @Secret @Help("the new password; it ends all sign-ins, and all app passwords unless they are kept")
                    String password,
            @Default("true") @Help("whether to revoke all app passwords, too") boolean revokeAppPasswords,
            AuditRecorder trace) {
        String checked = OperatorInput.password(password);
        String id = identities.account("account", account).id();
        return view(members.update(id, new Update(null, checked, null, null, revokeAppPasswords), trace));
    }

    @Operation(
            command = "account role",
            help = "Change the role of an account in its organization",
            routes = "PUT /accounts/{id}/role",
            needs = Needs.STORE)
    public AccountView role(
            @Positional @Help("the address or the id of the account") String id,
            @Positional @Help("the role of the account") Role role,
            AuditRecorder trace) {
        return view(members.role(id, role, trace));
    }

    @Operation(
            command = "account disable",
            help = "Disable an account at once; it still receives mail",
            routes = "POST /accounts/{id}/disable",
            needs = Needs.STORE)
    public AccountView disable(
            @Positional @Help("the address or the id of the account") String id, AuditRecorder trace) {
        return view(members.disable(id, true, trace));
    }

    @Operation(
            command = "account enable",
            help = "Enable an account again",
            routes = "POST /accounts/{id}/enable",
            needs = Needs.STORE)
    public AccountView enable(
            @Positional @Help("the address or the id of the account") String id, AuditRecorder trace) {
        return view(members.disable(id, false, trace));
    }

    @Operation(
            command = "account delete",
            help = "Disable an account at once and erase it with all its data; this cannot be undone",
            routes = "DELETE /accounts/{id} 202",
            needs = Needs.STORE)
    public StartedJob delete(@Positional @Help("the address or the id of the account") String id, AuditRecorder trace) {
        return StartedJob.of(members.erase(members.get(id).account(), jobs, trace));
    }

    /** The capabilities of an account by URN; the session object contains the enabled ones. */
    record Capabilities(String accountId, Map<String, Decision> capabilities) {}

    @Operation(
            command = "account capabilities",
            help = "Show the capabilities of an account, and why each is enabled or disabled",
            routes = "GET /accounts/{id}/capabilities",
            needs = Needs.STORE)
    public Capabilities capabilities(@Positional @Help("the address or the id of the account") String id) {
        Account account = members.get(id).account();
        return new Capabilities(account.id(), effective.of(identities.organization(account.organization()), account));
    }

    @Operation(
            command = "account view",
            help = "List the objects of a capability in an account, without their content",
            routes = "GET /accounts/{id}/{view}")
    public Page<Map<String, Object>> objects(
            @Positional @Help("the address or the id of the account") String id,
            @Positional @Help("the name of the list") String view,
            PageRequest page) {
        Account account = members.get(id).account();
        List<AdminView> all = views;
        AdminView shown = all.stream()
                .filter(one -> one.name().equals(view))
                .findFirst()
                .orElseThrow(() -> new OperationException(
                        Reason.CAPABILITY_NOT_INSTALLED,
                        "No bundle that is installed shows " + DirectoryErrors.shown(view)
                                + " of an account. There are "
                                + all.stream().map(AdminView::name).sorted().collect(Collectors.joining(", "))
                                + "."));
        int limit = page.checkedLimit();
        Optional<String> cursor = Optional.of(page.cursor()).filter(text -> !text.isEmpty());
        return identities.readIn(account, snapshot -> shown.list(snapshot, limit, cursor));
    }
}
