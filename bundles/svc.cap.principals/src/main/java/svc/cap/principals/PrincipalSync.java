package svc.cap.principals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.identity.Groups;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.principals.DirectoryChanges.Changed;

/**
 * Keeps the principals of a tenant equal to its accounts and groups. Thread-safe; must be called outside the store.
 */
@Component(service = PrincipalSync.class)
public final class PrincipalSync {

    private static final int PAGE = 200;

    private final Store store;
    private final Directory directory;
    private final Groups groups;
    private final DirectoryChanges changes;

    @Activate
    public PrincipalSync(
            @Reference Store store,
            @Reference Directory directory,
            @Reference Groups groups,
            @Reference DirectoryChanges changes) {
        this.store = store;
        this.directory = directory;
        this.groups = groups;
        this.changes = changes;
    }

    /** Applies the changes of the directory; compares all principals at the first call for a tenant. */
    void ensure(String organization, Scope scope) {
        Changed changed = changes.of(organization);
        if (changed.isCompared() && changed.isEmpty()) {
            return;
        }
        synchronized (changed) {
            if (!changed.isCompared()) {
                compareAll(organization, scope);
                changed.setCompared();
            }
            Map<Long, Object> pending = changed.pending();
            compare(scope, pending.keySet(), wanted(organization, pending.keySet()));
            changed.forget(pending);
        }
    }

    private Map<Long, Principal> wanted(String organization, Set<Long> numbers) {
        Map<Long, Principal> wanted = new LinkedHashMap<>();
        for (Long n : numbers) {
            directory
                    .account(n)
                    .filter(account -> account.organization().equals(organization))
                    .ifPresent(account -> wanted.put(n, Principal.of(account)));
            groups.group(n)
                    .filter(group -> group.organization().equals(organization))
                    .ifPresent(group -> wanted.put(n, Principal.of(group)));
        }
        return wanted;
    }

    /** Compares all principals of a tenant with the directory. Returns how many of them were wrong. */
    int compareAll(String organization, Scope scope) {
        synchronized (changes.of(organization)) {
            return compare(scope, organization);
        }
    }

    private int compare(Scope scope, String organization) {
        Map<Long, Principal> wanted = new LinkedHashMap<>();
        List<Account> page = directory.accounts(organization, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(account -> wanted.put(account.n(), Principal.of(account)));
            page = directory.accounts(organization, page.get(page.size() - 1).n(), PAGE);
        }
        groups.groups(organization).forEach(group -> wanted.put(group.n(), Principal.of(group)));
        Set<Long> numbers = new HashSet<>(wanted.keySet());
        numbers.addAll(store.read(scope, snapshot -> PrincipalRows.numbers(snapshot.sql(), 0, Integer.MAX_VALUE)));
        return compare(scope, numbers, wanted);
    }

    private int compare(Scope scope, Collection<Long> numbers, Map<Long, Principal> wanted) {
        List<Long> wrong = new ArrayList<>();
        for (List<Long> part : parts(numbers.stream().sorted().toList())) {
            wrong.addAll(store.read(scope, snapshot -> wrong(snapshot, part, wanted)));
        }
        for (List<Long> part : parts(wrong)) {
            store.write(scope, TransactionCallback.named("svc.cap.principals: follow the directory", tx -> {
                correct(tx, part, wanted);
                return true;
            }));
        }
        return wrong.size();
    }

    private static List<List<Long>> parts(List<Long> numbers) {
        List<List<Long>> parts = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i += PAGE) {
            parts.add(numbers.subList(i, Math.min(i + PAGE, numbers.size())));
        }
        return parts;
    }

    private static List<Long> wrong(Snapshot snapshot, List<Long> numbers, Map<Long, Principal> wanted) {
        Map<Long, Principal> stored = PrincipalRows.find(snapshot.sql(), numbers);
        return numbers.stream()
                .filter(n -> {
                    Principal known = stored.get(n);
                    Principal one = wanted.get(n);
                    return one == null
                            ? known != null
                            : known == null || !one.over(known).equals(known);
                })
                .toList();
    }

    private static void correct(Transaction tx, List<Long> numbers, Map<Long, Principal> wanted) {
        Map<Long, Principal> stored = PrincipalRows.find(tx.sql(), numbers);
        for (Long n : numbers) {
            Principal known = stored.get(n);
            Principal one = wanted.get(n);
            if (one == null && known != null) {
                PrincipalRows.delete(tx.sql(), n);
                tx.logDestroyed(PrincipalSource.TYPE, n);
            } else if (one != null && known == null) {
                PrincipalRows.insert(tx.sql(), one);
                tx.logCreatedAs(PrincipalSource.TYPE, n);
            } else if (one != null && known != null && !one.over(known).equals(known)) {
                PrincipalRows.update(tx.sql(), one.over(known));
                tx.logUpdated(PrincipalSource.TYPE, n, Facets.ALL);
            }
        }
    }
}
