package svc.auth.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares;
import svc.api.identity.SharedContainer;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Row;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Rows;
import svc.auth.storage.ShareRows;

/** Stores with whom containers are shared. The rows of an owner are in the scope of the owner. Thread-safe. */
@Component(service = {ContainerShares.class, StoredShares.class, MetricSource.class})
public final class StoredShares implements ContainerShares, MetricSource {

    private static final String SHARED_WITH =
            "SELECT o.n, o.organization, o.email, o.name, s.type, s.container, s.rights,"
                    + " s.capabilities, s.access FROM container_share s JOIN account_identity o ON o.n = s.account"
                    + " JOIN account_identity me ON me.n = ? WHERE s.principal IN (SELECT ? UNION ALL"
                    + " SELECT group_number FROM account_group_member WHERE account = ?)"
                    + " AND o.organization = me.organization AND o.n <> me.n AND o.erasure IS NULL";

    private final AccountStore identities;
    private final LongAdder changes = new LongAdder();

    @Activate
    public StoredShares(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public Map<Long, Map<String, Set<String>>> of(Snapshot snapshot, String type, Collection<Long> containers) {
        Map<Long, Map<String, Set<String>>> shares = new HashMap<>();
        snapshot.sql()
                .selectIn(
                        "SELECT container, principal, rights FROM container_share"
                                + " WHERE account = :account AND container IN (??) AND type = ?",
                        containers,
                        row -> shares.computeIfAbsent(row.getLong(1), n -> new HashMap<>())
                                .put(ObjectId.format(Account.LETTER, row.getLong(2)), names(Rows.text(row, 3))),
                        type);
        return shares;
    }

    @Override
    public void share(Transaction tx, Container container, Map<String, Share> shares) {
        int changed = tx.sql()
                .update(
                        "DELETE FROM container_share WHERE account = :account AND type = ? AND container = ?",
                        container.type(),
                        container.n());
        List<List<Object>> rows = new ArrayList<>();
        shares.forEach((principal, share) -> rows.add(List.of(
                container.type(),
                container.n(),
                ObjectId.parse(Account.LETTER, principal).orElseThrow(),
                text(share.rights()),
                text(container.capabilities()),
                share.access().name().toLowerCase(Locale.ROOT))));
        tx.sql()
                .insert(
                        "INSERT INTO container_share (account, type, container, principal, rights, capabilities, access)"
                                + " VALUES (:account, ?, ?, ?, ?, ?, ?)",
                        rows);
        if (changed > 0 || !rows.isEmpty()) {
            tx.afterCommit(() -> changed(container.owner().organization()));
        }
    }

    /**
     * Ends a share of the transaction's account, and logs that its container has changed. Returns false if there is no
     * such share.
     */
    boolean end(Transaction tx, String organization, ShareRows.Key share) {
        if (!ShareRows.delete(tx.sql(), share)) {
            return false;
        }
        if (tx.lastChanges(share.type(), List.of(share.container())).containsKey(share.container())) {
            tx.logUpdated(share.type(), share.container(), Facets.ALL);
        }
        tx.afterCommit(() -> changed(organization));
        return true;
    }

    private void changed(String organization) {
        changes.increment();
        identities.moved(organization);
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter("share_changes_total", "Changes of the shares of a mailbox or other container", changes.sum());
    }

    private static String text(Set<String> names) {
        return String.join(" ", new TreeSet<>(names));
    }

    private static Set<String> names(String text) {
        return Set.of(text.split(" "));
    }

    @Override
    public Set<String> principals(Snapshot snapshot, Account owner, Collection<String> ids) {
        Set<String> known = new HashSet<>();
        for (String id : ids) {
            OptionalLong n = ObjectId.parse(Account.LETTER, id);
            if (n.isPresent() && AccountRows.isPrincipal(snapshot.sql(), n.getAsLong(), owner.organization())) {
                known.add(id);
            }
        }
        return known;
    }

    @Override
    public Map<String, Long> accounts(Snapshot snapshot, Collection<String> principals) {
        Map<String, Long> accounts = new HashMap<>();
        for (String id : principals) {
            ObjectId.parse(Account.LETTER, id).stream()
                    .filter(n -> AccountRows.isAccount(snapshot.sql(), n))
                    .forEach(n -> accounts.put(id, n));
        }
        return accounts;
    }

    /** One container that an owner shares with one principal. */
    private record Shared(Account owner, SharedContainer container) {}

    /** Returns the containers that are shared with an account, by owner. */
    static Map<Account, List<SharedContainer>> sharedWith(Sql sql, long n) {
        Map<Account, Map<String, SharedContainer>> owners = new LinkedHashMap<>();
        for (Shared shared : sql.select(SHARED_WITH, StoredShares::read, n, n, n)) {
            SharedContainer container = shared.container();
            owners.computeIfAbsent(shared.owner(), owner -> new LinkedHashMap<>())
                    .merge(container.type() + " " + container.n(), container, StoredShares::union);
        }
        Map<Account, List<SharedContainer>> containers = new LinkedHashMap<>();
        owners.forEach((owner, shared) -> containers.put(owner, List.copyOf(shared.values())));
        return containers;
    }

    private static SharedContainer union(SharedContainer one, SharedContainer other) {
        Set<String> rights = new LinkedHashSet<>(one.rights());
        rights.addAll(other.rights());
        Access access = one.access() == Access.WRITE ? Access.WRITE : other.access();
        return new SharedContainer(one.type(), one.n(), one.capabilities(), access, rights);
    }

    private static Shared read(Row row) {
        return new Shared(
                AccountRows.account(row),
                new SharedContainer(
                        Rows.text(row, 5),
                        row.getLong(6),
                        names(Rows.text(row, 8)),
                        Access.valueOf(Rows.text(row, 9).toUpperCase(Locale.ROOT)),
                        names(Rows.text(row, 7))));
    }
}
