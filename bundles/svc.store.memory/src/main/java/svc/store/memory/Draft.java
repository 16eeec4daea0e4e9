package svc.store.memory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import svc.store.memory.Root.Account;

/** What a running write has made of the root: a collection is copied when it is first touched. */
final class Draft {

    private Map<Long, Account> accounts;
    private Map<TypeKey, Collection> collections;
    private Set<TypeKey> changed = new LinkedHashSet<>();
    private final Set<TypeKey> own = new HashSet<>();

    Draft(Root root) {
        accounts = new HashMap<>(root.accounts());
        collections = new HashMap<>(root.collections());
    }

    /** How far it had come. */
    record Mark(Map<Long, Account> accounts, Map<TypeKey, Collection> collections, Set<TypeKey> changed) {}

    Root root() {
        return new Root(accounts, collections);
    }

    /** The types that have a new state. */
    Set<TypeKey> changed() {
        return changed;
    }

    Collection read(TypeKey key) {
        return collections.getOrDefault(key, new Collection());
    }

    /** A collection to be changed. */
    Collection own(TypeKey key) {
        if (own.add(key)) {
            Collection shared = collections.get(key);
            collections.put(key, shared == null ? new Collection() : shared.copy());
        }
        return read(key);
    }

    /** A change of an object under the account's next number. */
    long take(TypeKey key) {
        Account account = root().account(key.account());
        accounts.put(
                key.account(),
                new Account(account.organization(), account.name(), account.epoch(), account.next() + 1));
        changed.add(key);
        return account.next();
    }

    long enrol(String organization, String name) {
        long n = accounts.size();
        accounts.put(n, new Account(organization, name, 1, 1));
        return n;
    }

    /** From here on everything is copied again when it is touched, so that the mark stays as it is. */
    Mark mark() {
        own.clear();
        return new Mark(new HashMap<>(accounts), new HashMap<>(collections), new LinkedHashSet<>(changed));
    }

    void back(Mark mark) {
        own.clear();
        accounts = new HashMap<>(mark.accounts());
        collections = new HashMap<>(mark.collections());
        changed = new LinkedHashSet<>(mark.changed());
    }
}
