package svc.cap.submission;

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
import svc.api.store.Writing;

/** The identities that an account begins with: one for each of its addresses. Any thread. */
@Component(service = FirstIdentities.class)
public final class FirstIdentities {

    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Directory directory;
    private final IdentityRows rows;
    private final Set<Scope> known = ConcurrentHashMap.newKeySet();

    /** Makes them here. */
    @Activate
    public FirstIdentities(@Reference Store store, @Reference Directory directory, @Reference Json json) {
        this.store = store;
        this.directory = directory;
        this.rows = new IdentityRows(json);
    }

    /** Somebody comes to an account; outside any work of the store. */
    void enter(Scope scope) {
        if (known.contains(scope)) {
            return;
        }
        if (!store.read(scope, snapshot -> IdentityRows.begun(snapshot.sql()))) {
            begin(scope);
        }
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.add(scope);
    }

    private void begin(Scope scope) {
        Optional<Account> account = directory.accounts(scope.n() - 1, 1).stream()
                .filter(one -> one.n() == scope.n())
                .findFirst();
        if (account.isEmpty()) {
            return;
        }
        List<String> addresses = directory.addresses(account.get());
        store.write(scope, Writing.named("svc.cap.submission: the first identities", tx -> {
            if (!IdentityRows.begun(tx.sql())) {
                IdentityRows.begin(tx.sql());
                for (String address : addresses) {
                    Identity first = Identity.of(address, account.get().name(), address.equals(addresses.get(0)));
                    rows.put(tx.sql(), tx.created(Identity.TYPE, Facets.ALL), first);
                }
            }
            return tx;
        }));
    }
}
