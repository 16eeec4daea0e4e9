package svc.cap.submission.identity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.json.Json;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** Creates the initial identities of an account: one for each of its addresses. Thread-safe. */
@Component(service = DefaultIdentities.class)
public final class DefaultIdentities {

    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Directory directory;
    private final IdentityRows rows;
    private final Set<Scope> created = ConcurrentHashMap.newKeySet();

    @Activate
    public DefaultIdentities(@Reference Store store, @Reference Directory directory, @Reference Json json) {
        this.store = store;
        this.directory = directory;
        this.rows = new IdentityRows(json);
    }

    /**
     * Creates the initial identities if the account does not have them yet. Opens its own transactions, so the caller
     * must not be in a transaction.
     */
    void enter(Scope scope) {
        if (created.contains(scope)) {
            return;
        }
        if (!store.read(scope, snapshot -> IdentityRows.isCreated(snapshot.sql()))) {
            create(scope);
        }
        if (created.size() >= MOST_KNOWN) {
            created.clear();
        }
        created.add(scope);
    }

    private void create(Scope scope) {
        Optional<Account> account = directory.accounts(scope.n() - 1, 1).stream()
                .filter(one -> one.n() == scope.n())
                .findFirst();
        if (account.isEmpty()) {
            return;
        }
        String email = account.get().email();
        // For an account without a name, the directory returns the address as its name.
        String name = account.get().name().equals(email) ? "" : account.get().name();
        List<String> addresses = directory.addresses(account.get());
        store.write(scope, TransactionCallback.named("svc.cap.submission: create the default identities", tx -> {
            if (!IdentityRows.isCreated(tx.sql())) {
                IdentityRows.markCreated(tx.sql());
                for (String address : addresses) {
                    Identity first = Identity.of(address, name, address.equals(addresses.get(0)));
                    rows.put(tx.sql(), tx.logCreated(Identity.TYPE, Facets.ALL), first);
                }
            }
            return tx;
        }));
    }
}
