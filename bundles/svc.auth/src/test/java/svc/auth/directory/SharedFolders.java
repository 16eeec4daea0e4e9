package svc.auth.directory;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.type.ContainerRights;
import svc.api.operation.AuditRecorder;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.time.Clock;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.StoredAccount;

/** Folders of the accounts of two tenants, which can be shared, with the reader of the type. */
final class SharedFolders implements ObjectReader, ObjectReader.TypeReader {

    static final String TYPE = "Folder";
    private static final String URN = "urn:example:folders";
    private static final ContainerRights RIGHTS = new ContainerRights(
            List.of("mayRead", "mayWrite", "mayShare"),
            "mayRead",
            Set.of("mayRead"),
            Set.of("mayWrite"),
            "mayShare",
            Set.of(URN),
            Optional.empty());

    final AuthFixture fixture;
    final StoredShares shares;
    private final StoredGroups groups;
    private final String tenant;
    private final Map<String, String> names = new HashMap<>();
    Set<Long> switchedOff = Set.of();

    SharedFolders(Path directory, Clock clock) {
        fixture = new AuthFixture(directory, clock);
        tenant = fixture.organization("example.org").id();
        fixture.organization("example.com");
        shares = new StoredShares(fixture.identities);
        groups = new StoredGroups(fixture.identities);
    }

    private static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    long create(Account owner, String name) {
        long n = fixture.store.write(scope(owner), tx -> tx.logCreated(TYPE, Facets.ALL));
        names.put(owner.n() + "/" + n, name);
        return n;
    }

    String group(String name, Account... members) {
        String id = groups.create(tenant, name, null, AuditRecorder.NONE).id();
        for (Account member : members) {
            groups.add(id, stored(member), AuditRecorder.NONE);
        }
        return id;
    }

    StoredAccount stored(Account account) {
        return fixture.identities
                .read(snapshot -> AccountRows.find(snapshot.sql(), account.n()))
                .orElseThrow();
    }

    /** Inserts a share without any check. */
    void insertShare(long owner, long folder, long principal) {
        fixture.identities.write(
                "insert a share",
                tx -> tx.sql()
                        .update(
                                "INSERT INTO container_share (account, type, container, principal, rights, capabilities,"
                                        + " access) VALUES (?, 'Folder', ?, ?, 'mayRead', 'urn:example:folders', 'read')",
                                owner,
                                folder,
                                principal));
    }

    void share(Account owner, long folder, String... principals) {
        Map<String, Share> with = new HashMap<>();
        for (String principal : principals) {
            with.put(principal, new Share(Access.WRITE, Set.of("mayRead", "mayWrite")));
        }
        fixture.store.write(scope(owner), tx -> {
            shares.share(tx, new Container(owner, TYPE, folder, Set.of(URN)), with);
            return true;
        });
    }

    /** Returns the folders that are shared with an account. */
    Set<Long> seenBy(Account account) {
        Set<Long> seen = new HashSet<>();
        fixture.directory
                .accounts(fixture.caller(account))
                .forEach(one -> seen.addAll(one.containers(TYPE).keySet()));
        return seen;
    }

    State state(Account owner) {
        return fixture.store.read(scope(owner), snapshot -> snapshot.state(TYPE));
    }

    /** Returns the folders that changed since a state. */
    List<Long> updated(Account owner, State since) {
        return fixture
                .store
                .read(scope(owner), snapshot -> snapshot.changes(TYPE, since, 1_000))
                .orElseThrow()
                .updated()
                .stream()
                .map(Changes.Updated::n)
                .toList();
    }

    static String id(long folder) {
        return ObjectId.format('k', folder);
    }

    @Override
    public Optional<TypeReader> of(Caller caller, String type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<TypeReader> of(Scope scope, String type) {
        return switchedOff.contains(scope.n()) ? Optional.empty() : Optional.of(this);
    }

    @Override
    public char idPrefix() {
        return 'k';
    }

    @Override
    public Set<String> ownProperties() {
        return Set.of("name");
    }

    @Override
    public Set<String> computedProperties() {
        return Set.of();
    }

    @Override
    public Map<Integer, Set<String>> facetProperties() {
        return Map.of();
    }

    @Override
    public Optional<Facets> unnamedFacets() {
        return Optional.empty();
    }

    @Override
    public Optional<ContainerRights> containerRights() {
        return Optional.of(RIGHTS);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> properties) {
        Map<Long, Map<String, @Nullable Object>> found = new HashMap<>();
        snapshot.lastChanges(TYPE, numbers)
                .keySet()
                .forEach(n -> found.put(
                        n, Map.of("name", names.getOrDefault(snapshot.scope().n() + "/" + n, ""))));
        return found;
    }
}
