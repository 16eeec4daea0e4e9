package svc.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.guard.Network;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;

/**
 * Bans and trusted networks as they are kept, and as they are remembered for quick looks. A change is durable and in force
 * when its method returns. Any thread.
 */
@Component(service = GuardBook.class)
public final class GuardBook {

    /** So many bans are kept at most. An attacker with more addresses than that is let in again a little earlier. */
    static final int MOST = 20_000;

    private static final Duration TIDY = Duration.ofHours(1);

    private final Store store;
    private final Clock clock;
    private final int most;
    private final Object changing = new Object();
    private Instant tidied = Instant.EPOCH;
    private volatile @Nullable Outside outside;

    /** Keeps them in the store, which is first read when somebody asks. */
    @Activate
    public GuardBook(@Reference Store store, @Reference Clock clock) {
        this(store, clock, MOST);
    }

    GuardBook(Store store, Clock clock, int most) {
        this.store = store;
        this.clock = clock;
        this.most = most;
    }

    Outside outside() {
        Outside known = outside;
        if (known != null) {
            return known;
        }
        synchronized (changing) {
            return remember();
        }
    }

    private Outside remember() {
        Outside read = store.read(
                Scope.system(),
                snapshot -> new Outside(GuardRows.bans(snapshot.sql()), GuardRows.trusted(snapshot.sql())));
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
        return store.write(Scope.system(), Writing.named("svc.guard: " + name, tx -> work.apply(tx.sql())));
    }

    /** Bans a network, longer than the last time. */
    Ban ban(Network network, String reason, int failures, Policy policy) {
        Instant now = clock.now();
        synchronized (changing) {
            tidy(now);
            Ban ban = write("ban an address", sql -> {
                int times = 1
                        + GuardRows.ban(sql, network)
                                .filter(before -> before.remembered(now))
                                .map(Ban::times)
                                .orElse(0);
                Ban longer = new Ban(network, reason, failures, now, now.plus(policy.ban(times)), times);
                GuardRows.put(sql, longer);
                return longer;
            });
            outside().put(ban);
            return ban;
        }
    }

    /** Now and then, and when there are too many: a ban more must not cost a look at all of them. */
    private void tidy(Instant now) {
        if (outside().size() >= most || !now.isBefore(tidied.plus(TIDY))) {
            tidied = now;
            change("forget bans", sql -> {
                GuardRows.forget(sql, now.minus(Policy.LONGEST_BAN));
                GuardRows.forgetBut(sql, most - Math.max(1, most / 16));
                return most;
            });
        }
    }

    /** The bans that hold. */
    List<Ban> bans() {
        Instant now = clock.now();
        return store.read(Scope.system(), snapshot -> GuardRows.bans(snapshot.sql())).stream()
                .filter(ban -> ban.holds(now))
                .toList();
    }

    /** Takes a ban back, with the memory of it; false when there is none. */
    boolean unban(Network network) {
        Instant now = clock.now();
        return change("take a ban back", sql -> {
            boolean held =
                    GuardRows.ban(sql, network).filter(ban -> ban.holds(now)).isPresent();
            GuardRows.removeBan(sql, network);
            return held;
        });
    }

    /** Takes all bans back; how many held. */
    int unbanAll() {
        int held = bans().size();
        return change("take all bans back", sql -> {
            GuardRows.removeBans(sql);
            return held;
        });
    }

    List<Trusted> trusted() {
        return store.read(Scope.system(), snapshot -> GuardRows.trusted(snapshot.sql()));
    }

    Optional<Trusted> trusted(Network network) {
        return trusted().stream().filter(one -> one.network().equals(network)).findFirst();
    }

    Trusted trust(Network network, String note) {
        Trusted trusted = new Trusted(network, note, clock.now());
        return change("trust a network", sql -> {
            GuardRows.put(sql, trusted);
            return GuardRows.trusted(sql).stream()
                    .filter(one -> one.network().equals(network))
                    .findFirst()
                    .orElseThrow();
        });
    }

    boolean distrust(Network network) {
        return change("no longer trust a network", sql -> GuardRows.removeTrusted(sql, network) > 0);
    }

    int distrustAll() {
        return change("no longer trust anybody", GuardRows::removeAllTrusted);
    }
}
