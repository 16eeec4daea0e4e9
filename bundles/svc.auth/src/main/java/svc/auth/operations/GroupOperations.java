package svc.auth.operations;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Groups.Group;
import svc.api.job.JobQueue;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationGroup;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.operation.Positional;
import svc.auth.directory.StoredGroups;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.GroupRows;
import svc.auth.storage.OperatorInput;
import svc.auth.storage.StoredAccount;

/** The operations {@code svc group}. */
@Component
public final class GroupOperations implements OperationGroup {

    private final AccountStore identities;
    private final StoredGroups groups;
    private final JobQueue jobs;

    @Activate
    public GroupOperations(
            @Reference AccountStore identities, @Reference StoredGroups groups, @Reference JobQueue jobs) {
        this.identities = identities;
        this.groups = groups;
        this.jobs = jobs;
    }

    /** A group with the addresses of its members. */
    public record GroupView(
            String id,
            String tenantId,
            String name,
            @Nullable String description,
            List<String> members) {}

    private GroupView view(Group group) {
        List<String> members = identities.read(snapshot -> GroupRows.addresses(snapshot.sql(), group.n()));
        return new GroupView(group.id(), group.organization(), group.name(), group.description(), members);
    }

    private StoredAccount account(String named) {
        Account account = identities.account("account", named);
        return identities
                .read(snapshot -> AccountRows.find(snapshot.sql(), account.n()))
                .orElseThrow();
    }

    @Operation(
            command = "group create",
            help = "Create a group of accounts, with which objects can be shared",
            needs = Needs.STORE)
    public GroupView create(
            @Help("the id of the organization") String tenantId,
            @Help("the display name") String name,
            @Help("a longer text") @Nullable String description,
            AuditRecorder trace) {
        String text = description == null ? null : OperatorInput.name("description", description);
        return view(groups.create(tenantId, OperatorInput.name("name", name), text, trace));
    }

    @Operation(command = "group list", help = "List the groups of all organizations or of one", needs = Needs.STORE)
    public Page<GroupView> list(
            PageRequest page, @Help("the id of an organization; all if omitted") @Nullable String tenant) {
        return groups.list(Optional.ofNullable(tenant), page).map(this::view);
    }

    @Operation(command = "group show", help = "One group with its members", needs = Needs.STORE, readOnly = true)
    public GroupView show(@Positional @Help("the id of the group") String id) {
        return view(groups.get(id));
    }

    @Operation(command = "group update", help = "Change the name or the description of a group", needs = Needs.STORE)
    public GroupView update(
            @Positional @Help("the id of the group") String id,
            @Help("the display name") @Nullable String name,
            @Help("a longer text; an empty text for none") @Nullable String description,
            AuditRecorder trace) {
        if (name == null && description == null) {
            throw DirectoryErrors.nothingToDo("--name NAME, for instance");
        }
        String text = description == null || description.isEmpty()
                ? description
                : OperatorInput.name("description", description);
        return view(groups.update(id, name == null ? null : OperatorInput.name("name", name), text, trace));
    }

    @Operation(
            command = "group add",
            help = "Add an account of the same organization to a group, at once",
            needs = Needs.STORE)
    public GroupView add(
            @Positional @Help("the id of the group") String id,
            @Positional @Help("the address or the id of the account") String account,
            AuditRecorder trace) {
        return view(groups.add(id, account(account), trace));
    }

    @Operation(command = "group remove", help = "Remove an account from a group, at once", needs = Needs.STORE)
    public GroupView remove(
            @Positional @Help("the id of the group") String id,
            @Positional @Help("the address or the id of the account") String account,
            AuditRecorder trace) {
        return view(groups.remove(id, account(account), trace));
    }

    @Operation(
            command = "group delete",
            help = "Delete a group, and with it all that is shared with the group; its members keep their accounts",
            needs = Needs.STORE)
    public GroupView delete(@Positional @Help("the id of the group") String id, AuditRecorder trace) {
        GroupView gone = show(id);
        groups.delete(id, jobs, trace);
        return gone;
    }
}
