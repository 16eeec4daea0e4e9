package svc.cap.principals;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.identity.Groups;
import svc.api.job.JobQueue;
import svc.api.job.StartedJob;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/**
 * The operations {@code svc principal}. They have no REST routes, because administrators reach principals through JMAP
 * (ADM-36).
 */
@Component
public final class PrincipalOperations implements OperationGroup {

    private final Store store;
    private final Directory directory;
    private final Groups groups;
    private final PrincipalSync sync;
    private final JobQueue jobs;

    @Activate
    public PrincipalOperations(
            @Reference Store store,
            @Reference Directory directory,
            @Reference Groups groups,
            @Reference PrincipalSync sync,
            @Reference JobQueue jobs) {
        this.store = store;
        this.directory = directory;
        this.groups = groups;
        this.sync = sync;
        this.jobs = jobs;
    }

    /** A principal as operators see it. */
    record PrincipalView(
            String id,
            String tenantId,
            String type,
            String name,
            @Nullable String email,
            @Nullable String description,
            @Nullable String timeZone) {

        static PrincipalView of(String tenant, Principal principal) {
            return new PrincipalView(
                    principal.id(),
                    tenant,
                    principal.kind().word(),
                    principal.name(),
                    principal.email(),
                    principal.description(),
                    principal.timeZone());
        }
    }

    @Operation(command = "principal list", help = "List the principals of an organization: its accounts and groups")
    public Page<PrincipalView> list(PageRequest page, @Help("the id of the organization") String tenant) {
        int most = page.checkedLimit();
        long after = page.cursorNumber(Account.LETTER);
        Scope scope = compared(tenant);
        return store.read(scope, snapshot -> {
            List<Long> numbers = PrincipalRows.numbers(snapshot.sql(), after, most + 1);
            List<PrincipalView> found = PrincipalRows.find(snapshot.sql(), numbers).values().stream()
                    .map(principal -> PrincipalView.of(tenant, principal))
                    .toList();
            return Page.of(found, most, PrincipalRows.count(snapshot.sql()), PrincipalView::id);
        });
    }

    @Operation(command = "principal show", help = "One principal", readOnly = true)
    public PrincipalView show(@Positional @Help("the id of the account or group") String id) {
        long n = ObjectId.parse(Account.LETTER, id).orElse(0);
        String tenant = directory
                .account(n)
                .map(Account::organization)
                .or(() -> groups.group(n).map(Groups.Group::organization))
                .orElseThrow(() -> unknown("id", "There is no principal " + id + "."));
        return Optional.ofNullable(
                        store.read(compared(tenant), snapshot -> PrincipalRows.find(snapshot.sql(), List.of(n)))
                                .get(n))
                .map(principal -> PrincipalView.of(tenant, principal))
                .orElseThrow(() -> unknown("id", "There is no principal " + id + "."));
    }

    /** Returns the scope of a tenant, after its principals were compared with the directory. */
    private Scope compared(String tenant) {
        if (!directory.tenants().contains(tenant)) {
            throw unknown("tenant", "There is no organization " + tenant + ".");
        }
        Scope scope = Scope.account(new ScopeKey(), directory.scopeOfTenant(tenant));
        sync.ensure(tenant, scope);
        return scope;
    }

    private static OperationException unknown(String field, String what) {
        return new OperationException(
                Reason.NOT_FOUND,
                what + " svc tenant list, svc account list and svc group list show the ids.",
                List.of(new FieldError(field, what)));
    }

    @Operation(
            command = "principal repair",
            help = "Compare the principals of all organizations with their accounts and groups, and correct them")
    public StartedJob repair() {
        return StartedJob.of(store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.cap.principals: ask for a repair",
                        tx -> jobs.add(tx, RepairPrincipalsJob.NAME, RepairPrincipalsJob.ALL))));
    }
}
