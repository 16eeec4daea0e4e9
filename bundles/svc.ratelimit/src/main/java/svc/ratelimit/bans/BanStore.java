package svc.ratelimit.bans;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.net.IpNetwork;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * Stores bans and trusted networks, and caches them in memory. When a method returns, its change is durable and in
 * effect. Thread-safe.
 */
@Component(service = BanStore.class)
public final class BanStore {

    /** The maximum number of stored bans. If there are more, the bans that end first are deleted before their end. */
    public static final int MOST = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(BanStore.class);

    /** The number of banned parts at which an IPv6 network is banned as a whole. */
    static final int PARTS = 4;

    private static final List<Wider> WIDER =
            List.of(new Wider(64, 128, 128), new Wider(56, 64, 128), new Wider(48, 56, 56));

    /**
     * A wider IPv6 network that is banned if enough of its parts are banned.
     *
     * @param bits the prefix length of the network
     * @param part the prefix length of its parts
     * @param longest the maximum prefix length of the bans that count
     */
    private record Wider(int bits, int part, int longest) {}

    private static final Duration TIDY = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final int most;
    private final Object changing = new Object();
    private Instant tidied = Instant.EPOCH;
    private volatile @Nullable BanCache outside;

    /** Creates the store. It reads the database at its first use. */
    @Activate
    public BanStore(@Reference Store store, @Reference Clock clock) {
        this(store, clock, MOST);
    }

    BanStore(Store store, Clock clock, int most) {
        this.store = store;
        this.clock = clock;
        this.most = most;
    }

    public BanCache outside() {
        BanCache known = outside;
        if (known != null) {
            return known;
        }
        synchronized (changing) {
            return remember();
        }
    }

    private BanCache remember() {
        BanCache read = store.read(
                Scope.system(),
                snapshot -> new BanCache(BanRows.bans(snapshot.sql()), BanRows.trusted(snapshot.sql())));
        outside = read;
        return read;
    }

    private <R> R change(String name, Function<SqlWriter, R> work) {
        synchronized (changing) {
            R done = write(name, work);
            remember();
            return done;
        }
    }

    private <R> R write(String name, Function<SqlWriter, R> work) {
        return store.write(
                Scope.system(), TransactionCallback.named("svc.ratelimit: " + name, tx -> work.apply(tx.sql())));
    }

    /**
     * Bans a network for failed sign-ins. Each consecutive ban of the same network is twice as long as the previous
     * ban, up to a maximum length.
     */
    public Ban ban(IpNetwork network, String reason, int failures, Policy policy) {
        return ban(network, before -> {
            int times = 1 + before.map(Ban::times).orElse(0);
            return new Ban(network, reason, failures, clock.now(), clock.now().plus(policy.ban(times)), times);
        });
    }

    /** Bans a network on behalf of an operator. */
    public Ban ban(IpNetwork network, String reason, Duration span) {
        Instant now = clock.now();
        Ban own = new Ban(network, reason, 0, now, now.plus(span), 0);
        return ban(network, before -> own);
    }

    /**
     * Stores a ban. A ban for failed sign-ins does not shorten an existing ban; a ban by an operator may shorten it.
     */
    private Ban ban(IpNetwork network, Function<Optional<Ban>, Ban> made) {
        Instant now = clock.now();
        synchronized (changing) {
            tidy(now);
            Ban ban = write("ban an address", sql -> {
                Optional<Ban> before = BanRows.ban(sql, network).filter(one -> one.remembered(now));
                Ban after = made.apply(before);
                boolean counted = after.times() > 0;
                Ban kept = before.filter(one -> counted && one.until().isAfter(after.until()))
                        .orElse(after);
                BanRows.put(sql, kept);
                return kept;
            });
            outside().put(ban);
            return ban;
        }
    }

    /** Bans the wider IPv6 networks that contain a banned network, if enough of their parts are banned. */
    public void widen(IpNetwork banned, Policy policy) {
        for (Wider wider : banned.first().getAddress().length == Integer.BYTES ? List.<Wider>of() : WIDER) {
            IpNetwork wide = IpNetwork.of(banned.first(), wider.bits());
            Instant now = clock.now();
            if (!outside().bans(wide, now) && outside().banned(wide, wider.part(), wider.longest(), now) >= PARTS) {
                Ban ban = ban(wide, PARTS + " of its networks are banned", policy.failures() * PARTS, policy);
                LOG.warn("{} is banned until {}: {}", wide, ban.until(), ban.reason());
            }
        }
    }

    /**
     * Deletes old bans once an hour, and when the maximum number is reached. A deletion reads all bans again. Therefore
     * it makes room for a sixteenth of the maximum number, so that the next new bans need no deletion.
     */
    private void tidy(Instant now) {
        if (outside().size() >= most || !now.isBefore(tidied.plus(TIDY))) {
            tidied = now;
            change("forget bans", sql -> {
                BanRows.forget(sql, now.minus(Policy.LONGEST_BAN));
                BanRows.forgetBut(sql, most - Math.max(1, most / 16));
                return most;
            });
        }
    }

    /** Returns the bans that are in effect. */
    public List<Ban> bans() {
        Instant now = clock.now();
        return store.read(Scope.system(), snapshot -> BanRows.bans(snapshot.sql())).stream()
                .filter(ban -> ban.holds(now))
                .toList();
    }

    /**
     * Deletes a ban, so that it does not lengthen the next ban of the network. Returns false if no ban was in effect.
     */
    public boolean unban(IpNetwork network) {
        Instant now = clock.now();
        return change("take a ban back", sql -> {
            boolean held =
                    BanRows.ban(sql, network).filter(ban -> ban.holds(now)).isPresent();
            BanRows.removeBan(sql, network);
            return held;
        });
    }

    /** Deletes all bans. Returns the number of bans that were in effect. */
    public int unbanAll() {
        int held = bans().size();
        return change("take all bans back", sql -> {
            BanRows.removeBans(sql);
            return held;
        });
    }

    public List<TrustedNetwork> trusted() {
        return store.read(Scope.system(), snapshot -> BanRows.trusted(snapshot.sql()));
    }

    public Optional<TrustedNetwork> trusted(IpNetwork network) {
        return trusted().stream().filter(one -> one.network().equals(network)).findFirst();
    }

    /** Trusts a network. A network that is already trusted keeps its note unless a new note is given. */
    public TrustedNetwork trust(IpNetwork network, Optional<String> note) {
        return change("trust a network", sql -> {
            Optional<TrustedNetwork> before = trusted(sql, network);
            String text = note.or(() -> before.map(TrustedNetwork::note)).orElse("");
            BanRows.put(sql, new TrustedNetwork(network, text, clock.now()));
            return trusted(sql, network).orElseThrow();
        });
    }

    private static Optional<TrustedNetwork> trusted(Sql sql, IpNetwork network) {
        return BanRows.trusted(sql).stream()
                .filter(one -> one.network().equals(network))
                .findFirst();
    }

    public boolean distrust(IpNetwork network) {
        return change("no longer trust a network", sql -> BanRows.removeTrusted(sql, network) > 0);
    }

    public int distrustAll() {
        return change("no longer trust anybody", BanRows::removeAllTrusted);
    }
}
