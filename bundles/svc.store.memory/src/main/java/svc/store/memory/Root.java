package svc.store.memory;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.store.StoreException;

/** Everything at one moment. Never changed once it is published. */
record Root(Map<Long, Account> accounts, Map<TypeKey, Collection> collections) {

    /** An account; 0 is the system. */
    record Account(String organization, String name, long epoch, long next) {}

    static Root empty() {
        return new Root(Map.of(0L, new Account("", "", 1, 1)), Map.of());
    }

    Account account(long n) {
        Account account = accounts.get(n);
        if (account == null) {
            throw new StoreException(StoreException.Kind.NO_ACCOUNT, "There is no account " + n + ".", null);
        }
        return account;
    }

    Set<String> types(long account) {
        return collections.entrySet().stream()
                .filter(entry ->
                        entry.getKey().account() == account && entry.getValue().head() > 0)
                .map(entry -> entry.getKey().type())
                .collect(Collectors.toSet());
    }
}
