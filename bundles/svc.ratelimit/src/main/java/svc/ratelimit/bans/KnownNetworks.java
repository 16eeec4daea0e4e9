package svc.ratelimit.bans;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.ErasureStep;
import svc.api.net.IpNetwork;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * Stores the networks from which accounts signed in recently, up to a maximum per account. When an account is erased,
 * deletes its networks. Bans and trusted networks are not erased, because they belong to no account. Thread-safe.
 */
@Component(service = {KnownNetworks.class, ErasureStep.class})
public final class KnownNetworks implements ErasureStep {

    /** The maximum number of networks per account. If there are more, the least recently used network is deleted. */
    static final int MOST = 32;

    /** The minimum interval between two updates of the row of a network. */
    private static final Duration PRECISION = Duration.ofHours(12);

    private static final String SEEN = "SELECT seen FROM known_network WHERE account = ? AND network = ?";
    private static final String PUT = "INSERT INTO known_network (account, network, seen) VALUES (?, ?, ?)"
            + " ON CONFLICT (account, network) DO UPDATE SET seen = excluded.seen";
    private static final String FORGET = "DELETE FROM known_network WHERE account = ? AND network NOT IN"
            + " (SELECT network FROM known_network WHERE account = ? ORDER BY seen DESC, network LIMIT " + MOST + ")";

    private final Store store;
    private final Clock clock;

    @Activate
    public KnownNetworks(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Returns whether the account signed in from the network within the given time. */
    public boolean knows(long account, IpNetwork network, Duration within) {
        long since = clock.now().minus(within).toEpochMilli();
        return store.read(Scope.system(), snapshot -> seen(snapshot.sql(), account, network)) > since;
    }

    private static long seen(Sql sql, long account, IpNetwork network) {
        List<Long> seen = sql.select(SEEN, row -> row.getLong(1), account, network.toString());
        return seen.isEmpty() ? Long.MIN_VALUE : seen.get(0);
    }

    /** Records a sign-in of the account from the network. */
    public void remember(long account, IpNetwork network) {
        if (knows(account, network, PRECISION)) {
            return;
        }
        Instant now = clock.now();
        store.write(Scope.system(), TransactionCallback.named("svc.ratelimit: remember a network", tx -> {
            tx.sql().update(PUT, account, network.toString(), now.toEpochMilli());
            return tx.sql().update(FORGET, account, account);
        }));
    }

    @Override
    public String namespace() {
        return "guard";
    }

    @Override
    public void finish(Transaction tx) {
        tx.sql().update("DELETE FROM known_network WHERE account = :account");
    }
}
