package svc.auth.directory;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.ShareNotifications;
import svc.api.identity.ShareNotifications.RightsChange;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ObjectReader.TypeReader;
import svc.api.jmap.type.ContainerRights;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.DirectoryErrors;
import svc.auth.storage.ShareRows;
import svc.auth.storage.ShareRows.Filter;
import svc.auth.storage.ShareRows.StoredShare;

/** Lists the shares of all owners, and ends them for operators. Thread-safe. */
@Component(service = OperatorShares.class)
public final class OperatorShares {

    private static final String NAME = "name";

    private final AccountStore identities;
    private final StoredShares shares;
    private final ObjectReader objects;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable ShareNotifications notifications;

    @Activate
    public OperatorShares(
            @Reference AccountStore identities, @Reference StoredShares shares, @Reference ObjectReader objects) {
        this.identities = identities;
        this.shares = shares;
        this.objects = objects;
    }

    OperatorShares(
            AccountStore identities, StoredShares shares, ObjectReader objects, ShareNotifications notifications) {
        this(identities, shares, objects);
        this.notifications = notifications;
    }

    /**
     * A share with the container as clients see it.
     *
     * @param containerId the id of the container; its number while its type is not available to the owner
     * @param name the name of the container; null if it does not exist, or its type is not available to the owner
     * @param allRights the rights that can be given in the container
     */
    public record NamedShare(
            StoredShare share, String containerId, @Nullable String name, Optional<ContainerRights> allRights) {}

    /** Returns a page of the shares of all owners, or of an account, or of a tenant. */
    public Page<NamedShare> list(Optional<String> account, Optional<String> tenant, PageRequest page) {
        int most = page.checkedLimit();
        ShareRows.Key after = page.cursor().isEmpty()
                ? ShareRows.Key.FIRST
                : ShareRows.Key.of(page.cursor()).orElseThrow(Page::badCursor);
        Filter filter = new Filter(
                account.map(named -> identities.account("account", named).n()),
                tenant.map(id -> identities.organization(id).n()));
        Page<StoredShare> found = identities.read(snapshot -> Page.of(
                ShareRows.after(snapshot.sql(), filter, after, most + 1),
                most,
                ShareRows.count(snapshot.sql(), filter),
                share -> share.key().text()));
        return new Page<>(named(found.items()), found.next(), found.total());
    }

    /** Adds what clients see of the containers. The shares are in the order of their keys, and stay in it. */
    private List<NamedShare> named(List<StoredShare> found) {
        Map<List<Object>, List<StoredShare>> byType = found.stream()
                .collect(Collectors.groupingBy(
                        share -> List.of(share.key().account(), share.key().type()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return byType.values().stream()
                .flatMap(some -> ofOneType(some).stream())
                .toList();
    }

    private List<NamedShare> ofOneType(List<StoredShare> some) {
        ShareRows.Key first = some.get(0).key();
        Scope scope = Scope.account(new ScopeKey(), first.account());
        Optional<TypeReader> reader = some.get(0).owner() == null ? Optional.empty() : objects.of(scope, first.type());
        Set<Long> numbers = some.stream().map(share -> share.key().container()).collect(Collectors.toSet());
        Map<Long, Map<String, @Nullable Object>> known = reader.map(
                        type -> identities.readIn(scope, snapshot -> type.read(snapshot, numbers, Set.of(NAME))))
                .orElse(Map.of());
        return some.stream().map(share -> named(share, reader, known)).toList();
    }

    private static NamedShare named(
            StoredShare share, Optional<TypeReader> reader, Map<Long, Map<String, @Nullable Object>> known) {
        long n = share.key().container();
        return new NamedShare(
                share,
                reader.map(type -> ObjectId.format(type.idPrefix(), n)).orElse(String.valueOf(n)),
                known.getOrDefault(n, Map.of()).get(NAME) instanceof String text ? text : null,
                reader.flatMap(TypeReader::containerRights));
    }

    /**
     * Ends a share, with all that a {@code /set} does that takes the rights of the principal away.
     *
     * @param account the address or the id of the owner
     * @param container the id of the container, as {@link #list} returns it
     * @param principal the id of the principal, or the address of the account
     */
    public NamedShare revoke(String account, String container, String principal, AuditRecorder trace) {
        Account owner = identities.account("account", account);
        NamedShare found = named(identities.read(snapshot -> AccountStore.number(snapshot.sql(), principal)
                        .map(n -> ShareRows.between(snapshot.sql(), owner.n(), n))
                        .orElse(List.of())))
                .stream()
                .filter(share -> share.containerId().equals(container))
                .findFirst()
                .orElseThrow(() -> unknown(owner, container, principal));
        identities.writeIn(owner, "end a share", tx -> {
            if (!shares.end(tx, owner.organization(), found.share().key())) {
                throw unknown(owner, container, principal);
            }
            notify(tx, found);
            trace.record(tx, owner.organization(), owner.id());
            return found;
        });
        return found;
    }

    private static RuntimeException unknown(Account owner, String container, String principal) {
        return DirectoryErrors.notFound(
                "container",
                "The account " + owner.email() + " does not share " + DirectoryErrors.shown(container) + " with "
                        + DirectoryErrors.shown(principal) + ".",
                "svc share list --account " + owner.id() + " shows what it shares.");
    }

    private void notify(Transaction tx, NamedShare ended) {
        ShareNotifications service = notifications;
        long principal = ended.share().key().principal();
        if (service == null || ended.allRights().isEmpty() || !AccountRows.isAccount(tx.sql(), principal)) {
            return;
        }
        Map<String, Boolean> rights = new LinkedHashMap<>();
        ended.allRights()
                .get()
                .names()
                .forEach(name -> rights.put(name, ended.share().rights().contains(name)));
        String name = ended.name() == null ? "" : ended.name();
        service.add(
                tx,
                principal,
                new RightsChange(null, ended.share().key().type(), ended.containerId(), rights, null, name));
    }
}
