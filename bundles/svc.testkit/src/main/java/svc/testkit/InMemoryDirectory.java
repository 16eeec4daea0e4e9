package svc.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.Caller;
import svc.api.identity.ContainerShares;
import svc.api.identity.Directory;
import svc.api.identity.Groups;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * A {@link Directory} with its {@link Groups} and shares in memory. Reading is thread-safe; one thread at a time may
 * change it.
 */
public final class InMemoryDirectory implements Directory, Groups, ContainerShares {

    private static final Pattern ADDRESS = Pattern.compile("(?<plain>[^@\\s+]+)(?:\\+[^@\\s]*)?@(?<domain>[^@\\s]+)");

    private final Map<Long, Account> accounts = new ConcurrentHashMap<>();
    private final Map<Long, List<AccessibleAccount>> shared = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> disabled = new ConcurrentHashMap<>();
    private final Set<Long> unavailable = ConcurrentHashMap.newKeySet();
    private final Set<String> suspended = ConcurrentHashMap.newKeySet();
    private final Map<Long, Long> quotas = new ConcurrentHashMap<>();
    private final List<Account> administrators = new CopyOnWriteArrayList<>();
    private final Map<String, AddressResolution> forwards = new ConcurrentHashMap<>();
    private final Map<Long, Group> groups = new ConcurrentHashMap<>();
    private final Map<String, Long> tenantScopes = new ConcurrentHashMap<>();
    private volatile ToLongFunction<String> newTenantScope = organization -> {
        throw new IllegalStateException("The directory of this test has no scopes of tenants.");
    };
    private final InMemoryShares containerShares = new InMemoryShares();
    private final AtomicLong version = new AtomicLong(1);

    /** Creates an empty directory. */
    public InMemoryDirectory() {}

    /** Adds an account. */
    public void add(Account account) {
        version.incrementAndGet();
        accounts.put(account.n(), account);
    }

    /** Removes an account, which then is a member of no group. */
    public void remove(Account account) {
        version.incrementAndGet();
        accounts.remove(account.n());
        groups.replaceAll((n, group) -> {
            Set<Long> rest = new HashSet<>(group.members());
            rest.remove(account.n());
            return new Group(n, group.organization(), group.name(), group.description(), rest);
        });
    }

    /** Adds or replaces a group. */
    public void put(Group group) {
        version.incrementAndGet();
        groups.put(group.n(), group);
    }

    /** Removes a group. */
    public void remove(Group group) {
        version.incrementAndGet();
        groups.remove(group.n());
    }

    /** Sets the function that creates the scope of a tenant and returns its number. */
    public void createTenantScopesBy(ToLongFunction<String> creator) {
        newTenantScope = creator;
    }

    @Override
    public long scopeOfTenant(String organization) {
        return tenantScopes.computeIfAbsent(organization, newTenantScope::applyAsLong);
    }

    @Override
    public List<Group> groups(String organization) {
        return groups.values().stream()
                .filter(group -> group.organization().equals(organization))
                .sorted(Comparator.comparingLong(Group::n))
                .toList();
    }

    @Override
    public Optional<Group> group(long n) {
        return Optional.ofNullable(groups.get(n));
    }

    /** Shares one account's data of a capability with another account, in addition to existing shares. */
    public void share(Account owner, Account grantee, String capability, Access access) {
        Map<String, Access> shares = new HashMap<>();
        shared.getOrDefault(grantee.n(), List.of()).stream()
                .filter(accessible -> accessible.account().n() == owner.n())
                .forEach(accessible -> shares.putAll(accessible.sharedCapabilities()));
        shares.put(capability, access);
        unshare(owner, grantee);
        shared.computeIfAbsent(grantee.n(), n -> new ArrayList<>())
                .add(new AccessibleAccount(owner, false, grantee.n(), shares, version.get()));
    }

    /** Revokes all shares of one account with another. */
    public void unshare(Account owner, Account grantee) {
        version.incrementAndGet();
        shared.getOrDefault(grantee.n(), new ArrayList<>())
                .removeIf(accessible -> accessible.account().n() == owner.n());
    }

    /** Disables a capability for an organization. */
    public void switchOff(String organization, String capability) {
        version.incrementAndGet();
        disabled.computeIfAbsent(organization, key -> new HashSet<>()).add(capability);
    }

    /** Enables a capability for an organization. */
    public void switchOn(String organization, String capability) {
        version.incrementAndGet();
        disabled.getOrDefault(organization, new HashSet<>()).remove(capability);
    }

    /** Invalidates all callers of an account. */
    public void sendAway(Account account) {
        unavailable.add(account.n());
        version.incrementAndGet();
    }

    /** Lets the accounts of an organization accept no mail. */
    public void suspend(String organization) {
        suspended.add(organization);
    }

    /** Lets an account administer the server. */
    public void appoint(Account account) {
        administrators.add(account);
    }

    /** Lets an account send the mail to an address of its domain on to another address. */
    public void forward(Account account, String alias, String target) {
        forwards.put(alias.toLowerCase(Locale.ROOT), new AddressResolution.ForwardedAlias(account, true, target));
    }

    @Override
    public List<Account> administrators(String domain) {
        return List.copyOf(administrators);
    }

    /** Sets the quota of an account in bytes. */
    public void limit(Account account, long bytes) {
        version.incrementAndGet();
        quotas.put(account.n(), bytes);
    }

    /** Removes the quota of an account. */
    public void unlimit(Account account) {
        version.incrementAndGet();
        quotas.remove(account.n());
    }

    @Override
    public OptionalLong quota(Snapshot snapshot) {
        Long quota = quotas.get(snapshot.scope().n());
        return quota == null ? OptionalLong.empty() : OptionalLong.of(quota);
    }

    @Override
    public boolean isActive(Caller caller) {
        return !unavailable.contains(caller.account().n());
    }

    @Override
    public List<AccessibleAccount> accounts(Caller caller) {
        List<AccessibleAccount> all = new ArrayList<>();
        all.add(AccessibleAccount.own(caller.account()));
        Map<Long, AccessibleAccount> others = new TreeMap<>();
        shared.getOrDefault(caller.account().n(), List.of())
                .forEach(accessible -> others.put(accessible.account().n(), accessible));
        containerShares
                .with(caller.account(), principals(caller.account()))
                .forEach((owner, containers) -> others.merge(
                        owner.n(),
                        new AccessibleAccount(owner, false, caller.account().n(), Map.of(), containers, 0),
                        (granted, further) -> new AccessibleAccount(
                                owner,
                                false,
                                caller.account().n(),
                                granted.sharedCapabilities(),
                                containers,
                                granted.version())));
        all.addAll(others.values());
        return all;
    }

    private Set<String> principals(Account account) {
        Set<String> principals = new HashSet<>(Set.of(account.id()));
        groups.values().stream()
                .filter(group -> group.members().contains(account.n()))
                .forEach(group -> principals.add(group.id()));
        return principals;
    }

    @Override
    public Map<Long, Map<String, Set<String>>> of(Snapshot snapshot, String type, Collection<Long> containers) {
        return containerShares.of(snapshot, type, containers);
    }

    @Override
    public void share(Transaction tx, Container container, Map<String, Share> shares) {
        tx.afterCommit(() -> {
            containerShares.put(container, shares);
            version.incrementAndGet();
        });
    }

    @Override
    public Map<String, Long> accounts(Snapshot snapshot, Collection<String> principals) {
        return accounts.values().stream()
                .filter(account -> principals.contains(account.id()))
                .collect(Collectors.toMap(Account::id, Account::n));
    }

    @Override
    public Set<String> principals(Snapshot snapshot, Account owner, Collection<String> ids) {
        Stream<String> members = accounts.values().stream()
                .filter(account -> account.organization().equals(owner.organization()))
                .map(Account::id);
        Stream<String> known = groups.values().stream()
                .filter(group -> group.organization().equals(owner.organization()))
                .map(Group::id);
        return Stream.concat(members, known).filter(ids::contains).collect(Collectors.toSet());
    }

    @Override
    public Set<String> disabledCapabilities(String organization) {
        return Set.copyOf(disabled.getOrDefault(organization, Set.of()));
    }

    @Override
    public long version(String organization) {
        return version.get();
    }

    @Override
    public OptionalLong accountNumber(String email) {
        return find(email).map(account -> OptionalLong.of(account.n())).orElseGet(OptionalLong::empty);
    }

    private Optional<Account> find(String address) {
        return accounts.values().stream()
                .filter(account -> account.email().equalsIgnoreCase(address))
                .findFirst();
    }

    /** Resolves an address. The detail after a {@code +} in the local part is ignored. */
    @Override
    public AddressResolution resolve(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            return new AddressResolution.InvalidAddress();
        }
        AddressResolution forward = forwards.get(address.toLowerCase(Locale.ROOT));
        if (forward != null) {
            return forward;
        }
        String domain = "@" + parts.group("domain");
        Optional<Account> account = find(address).or(() -> find(parts.group("plain") + domain));
        if (account.isPresent()) {
            boolean acceptsMail = !suspended.contains(account.get().organization());
            return new AddressResolution.LocalAccount(account.get(), acceptsMail);
        }
        return accounts.values().stream()
                        .anyMatch(one -> one.email().toLowerCase(Locale.ROOT).endsWith(domain.toLowerCase(Locale.ROOT)))
                ? new AddressResolution.UnknownUser()
                : new AddressResolution.RemoteDomain();
    }

    @Override
    public Optional<String> tenantOfDomain(String domain) {
        String suffix = "@" + domain.toLowerCase(Locale.ROOT);
        return accounts.values().stream()
                .filter(account -> account.email().toLowerCase(Locale.ROOT).endsWith(suffix))
                .map(Account::organization)
                .findFirst();
    }

    @Override
    public List<String> domains() {
        return accounts.values().stream()
                .map(account -> account.email()
                        .substring(account.email().lastIndexOf('@') + 1)
                        .toLowerCase(Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public List<String> addresses(Account account) {
        return accounts.containsKey(account.n()) ? List.of(account.email()) : List.of();
    }

    @Override
    public List<Account> accounts(long after, int max) {
        return accounts.values().stream()
                .filter(account -> account.n() > after)
                .sorted(Comparator.comparingLong(Account::n))
                .limit(max)
                .toList();
    }
}
