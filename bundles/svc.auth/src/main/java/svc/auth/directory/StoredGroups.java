package svc.auth.directory;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Groups;
import svc.api.job.JobQueue;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.GroupRows;
import svc.auth.storage.ShareRows;
import svc.auth.storage.StoredAccount;
import svc.auth.storage.Tenant;

/** Reads groups, and changes them for operators. When a method returns, its change is in effect. Thread-safe. */
@Component(service = {Groups.class, StoredGroups.class})
public final class StoredGroups implements Groups {

    private final AccountStore identities;

    @Activate
    public StoredGroups(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public List<Group> groups(String organization) {
        return Tenant.number(organization)
                .map(n -> identities.read(snapshot -> GroupRows.of(snapshot.sql(), n)))
                .orElse(List.of());
    }

    @Override
    public Optional<Group> group(long n) {
        return identities.read(snapshot -> GroupRows.find(snapshot.sql(), n));
    }

    /** Returns a page of the groups of all tenants, or of one, without their members. */
    public Page<Group> list(Optional<String> tenant, PageRequest page) {
        int most = page.checkedLimit();
        long after = page.cursorNumber(Account.LETTER);
        Optional<Long> organization =
                tenant.map(id -> identities.organization(id).n());
        return identities.read(snapshot -> Page.of(
                GroupRows.after(snapshot.sql(), organization, after, most + 1),
                most,
                GroupRows.count(snapshot.sql(), organization),
                Group::id));
    }

    /** Returns a group by its id, without its members. */
    public Group get(String id) {
        return ObjectId.parse(Account.LETTER, id).stream()
                .boxed()
                .flatMap(n -> identities.read(snapshot -> GroupRows.withoutMembers(snapshot.sql(), n)).stream())
                .findFirst()
                .orElseThrow(() -> unknown(id));
    }

    private static RuntimeException unknown(String id) {
        return DirectoryErrors.notFound(
                "id", "There is no group " + DirectoryErrors.shown(id) + ".", "Take an id from svc group list.");
    }

    /** Creates a group without members. */
    public Group create(String organization, String name, @Nullable String description, AuditRecorder trace) {
        long tenant = identities.organization(organization).n();
        Group made = identities.write("create a group", tx -> {
            long n = GroupRows.insert(tx, tenant, name, description, identities.now());
            trace.record(tx, organization, ObjectId.format(Account.LETTER, n));
            return GroupRows.find(tx.sql(), n).orElseThrow();
        });
        identities.changed(organization, made.n());
        return made;
    }

    /** Adds an account of the same tenant to a group. Returns the group without its members. */
    public Group add(String id, StoredAccount member, AuditRecorder trace) {
        return change(id, trace, (tx, group) -> {
            if (!member.account().organization().equals(group.organization())) {
                throw DirectoryErrors.unknownAccount("account", member.account().id());
            }
            GroupRows.add(tx, group.n(), member.account().n());
        });
    }

    /** Removes an account from a group. Returns the group without its members. */
    public Group remove(String id, StoredAccount member, AuditRecorder trace) {
        return change(id, trace, (tx, group) -> {
            if (!GroupRows.remove(tx, group.n(), member.account().n())) {
                throw DirectoryErrors.notFound(
                        "account",
                        "The account " + member.account().email() + " is not a member of the group.",
                        "svc group show " + group.id() + " lists the members.");
            }
        });
    }

    private Group change(String id, AuditRecorder trace, BiConsumer<Transaction, Group> change) {
        Group group = get(id);
        try {
            return identities.write("change a group", tx -> {
                Group known = GroupRows.withoutMembers(tx.sql(), group.n()).orElseThrow(() -> unknown(id));
                change.accept(tx, known);
                trace.record(tx, group.organization(), id);
                return GroupRows.withoutMembers(tx.sql(), group.n()).orElseThrow();
            });
        } finally {
            identities.changed(group.organization(), group.n());
        }
    }

    /**
     * Changes the name and the description of a group. Returns the group without its members.
     *
     * @param name the new name; null if it stays
     * @param description the new description, empty for none; null if it stays
     */
    public Group update(String id, @Nullable String name, @Nullable String description, AuditRecorder trace) {
        return change(
                id,
                trace,
                (tx, group) -> GroupRows.update(
                        tx,
                        group.n(),
                        name == null ? group.name() : name,
                        description == null ? group.description() : description.isEmpty() ? null : description));
    }

    /**
     * Deletes a group. Its members keep their accounts, and lose at once what is shared with the group. A job ends these
     * shares.
     */
    public Group delete(String id, JobQueue jobs, AuditRecorder trace) {
        Group group = get(id);
        try {
            return identities.write("delete a group", tx -> {
                GroupRows.delete(tx, group.n());
                if (ShareRows.hasShares(tx.sql(), group.n())) {
                    jobs.add(tx, ShareRepair.NAME, id);
                }
                trace.record(tx, group.organization(), id);
                return group;
            });
        } finally {
            identities.changed(group.organization(), group.n());
        }
    }
}
