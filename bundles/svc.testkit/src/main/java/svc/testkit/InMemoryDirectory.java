package svc.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.identity.Whereabouts;
import svc.api.store.Snapshot;

/** Who is who, in maps. For one thread. */
public final class People implements Directory {

    private final Map<Long, Account> accounts = new HashMap<>();
    private final Map<Long, List<Reach>> shared = new HashMap<>();
    private final Map<String, Set<String>> off = new HashMap<>();
    private final Set<Long> away = new HashSet<>();
    private final Map<Long, Long> quotas = new ConcurrentHashMap<>();
    private long version = 1;

    /** Knows nobody. */
    public People() {}

    /** Knows an account from now on. */
    public void add(Account account) {
        version++;
        accounts.put(account.n(), account);
    }

    /** Lets an account reach another one's data of one capability, beside what is shared already. */
    public void share(Account owner, Account grantee, String capability, Access access) {
        Map<String, Access> shares = new HashMap<>();
        shared.getOrDefault(grantee.n(), List.of()).stream()
                .filter(reach -> reach.account().n() == owner.n())
                .forEach(reach -> shares.putAll(reach.shares()));
        shares.put(capability, access);
        unshare(owner, grantee);
        shared.computeIfAbsent(grantee.n(), n -> new ArrayList<>()).add(new Reach(owner, false, shares, version));
    }

    /** Takes everything back that one account shares with another. */
    public void unshare(Account owner, Account grantee) {
        version++;
        shared.getOrDefault(grantee.n(), new ArrayList<>())
                .removeIf(reach -> reach.account().n() == owner.n());
    }

    /** Switches a capability off for an organization. */
    public void switchOff(String organization, String capability) {
        version++;
        off.computeIfAbsent(organization, key -> new HashSet<>()).add(capability);
    }

    /** Switches a capability on again. */
    public void switchOn(String organization, String capability) {
        version++;
        off.getOrDefault(organization, new HashSet<>()).remove(capability);
    }

    /** Lets nobody go on who is signed in to an account. */
    public void sendAway(Account account) {
        version++;
        away.add(account.n());
    }

    /** Lets an account keep so many bytes. */
    public void limit(Account account, long bytes) {
        version++;
        quotas.put(account.n(), bytes);
    }

    /** Lets an account keep as much as it likes. */
    public void unlimit(Account account) {
        version++;
        quotas.remove(account.n());
    }

    @Override
    public OptionalLong quota(Snapshot snapshot) {
        Long quota = quotas.get(snapshot.scope().n());
        return quota == null ? OptionalLong.empty() : OptionalLong.of(quota);
    }

    @Override
    public boolean present(Caller caller) {
        return !away.contains(caller.account().n());
    }

    @Override
    public List<Reach> reach(Caller caller) {
        List<Reach> all = new ArrayList<>();
        all.add(Reach.own(caller.account()));
        all.addAll(shared.getOrDefault(caller.account().n(), List.of()));
        return all;
    }

    @Override
    public Set<String> switchedOff(String organization) {
        return Set.copyOf(off.getOrDefault(organization, Set.of()));
    }

    @Override
    public long version(String organization) {
        return version;
    }

    @Override
    public OptionalLong find(String email) {
        return accounts.values().stream()
                .filter(account -> account.email().equals(email))
                .mapToLong(Account::n)
                .findFirst();
    }

    @Override
    public Whereabouts whereabouts(String address) {
        int at = address.lastIndexOf('@');
        if (at < 1) {
            return new Whereabouts.Nowhere();
        }
        String domain = address.substring(at);
        Optional<Account> account = accounts.values().stream()
                .filter(one -> one.email().equals(address))
                .findFirst();
        if (account.isPresent()) {
            return new Whereabouts.Here(account.get(), true);
        }
        return accounts.values().stream().anyMatch(one -> one.email().endsWith(domain))
                ? new Whereabouts.Nobody()
                : new Whereabouts.Elsewhere();
    }

    @Override
    public List<String> addresses(Account account) {
        return accounts.containsKey(account.n()) ? List.of(account.email()) : List.of();
    }

    @Override
    public List<Account> accounts(long after, int most) {
        return accounts.values().stream()
                .filter(account -> account.n() > after)
                .sorted(Comparator.comparingLong(Account::n))
                .limit(most)
                .toList();
    }
}
