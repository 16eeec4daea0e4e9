package svc.push;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.store.memory.MemoryStore;
import svc.testclock.MovedClock;
import svc.testkit.People;

/** Accounts on a store in memory, and who sees what of them in a map that tests change. */
final class House implements Sights, AutoCloseable {

    static final Set<String> TYPES = Set.of("Email", "Mailbox", "Contact");

    static final int ACCOUNTS = 4;

    final MovedClock clock = new MovedClock();
    final MemoryStore store = new MemoryStore(clock);
    final People people = new People();
    final Tracks tracks = new Tracks(store);
    final Feed.Ground ground = new Feed.Ground(this, people, tracks, clock, Runnable::run, gone -> {});
    private final Map<Long, Set<String>> own = new HashMap<>();
    private long stamp;

    House() {
        for (int i = 1; i <= ACCOUNTS; i++) {
            String name = "somebody " + i;
            store.write(Scope.system(), tx -> tx.enrol("o1", name));
        }
        store.listen(tracks);
    }

    static Caller caller(long n) {
        Account account = new Account(n, "o1", n + "@example.org", "somebody");
        return new Caller(account, "d" + n, Caller.Secret.SESSION, "127.0.0.1");
    }

    static Scope scope(long n) {
        return Scope.account(new ScopeKey(), n);
    }

    /** Commits a change. */
    void change(long n, String type) {
        store.write(scope(n), tx -> tx.created(type, Facets.ALL));
    }

    /** Shows only these types of the own account. */
    void show(long n, Set<String> types) {
        stamp++;
        own.put(n, types);
    }

    /** Ends a sign-in. */
    void sendAway(long n) {
        stamp++;
        people.sendAway(caller(n).account());
    }

    @Override
    public Seen of(Caller caller) {
        long n = caller.account().n();
        return new Seen(scope(n), "a" + n, own.getOrDefault(n, TYPES));
    }

    @Override
    public long stamp(String organization) {
        return stamp;
    }

    /** What a /get of everything would tell. */
    Map<String, String> states(Caller caller) {
        Map<String, String> states = new HashMap<>();
        Seen seen = of(caller);
        for (String type : seen.types()) {
            states.put(
                    type,
                    store.read(seen.scope(), snapshot -> snapshot.state(type)).toString());
        }
        return states;
    }

    @Override
    public void close() {
        store.close();
        clock.stop();
    }
}
