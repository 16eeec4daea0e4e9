package svc.push;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.testclock.AdvanceableClock;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.TemporaryStore;

/** Accounts on a store in a temporary folder, with a map of visible types that tests change. */
final class PushFixture implements ReadableTypes, AutoCloseable {

    static final Set<String> TYPES = Set.of("Email", "Mailbox", "Contact");

    static final int ACCOUNTS = 4;

    final AdvanceableClock clock = new AdvanceableClock();
    private final TemporaryStore temporary = new TemporaryStore(clock);
    final Store store = temporary.store();
    private final Semaphore announced = new Semaphore(0);
    final InMemoryDirectory people = new InMemoryDirectory();
    final FollowedAccounts tracks = new FollowedAccounts(store);
    final ChangeStream.Dependencies ground =
            new ChangeStream.Dependencies(this, people, tracks, clock, Runnable::run, gone -> {}, Optional.empty());
    private final Map<Long, Set<String>> own = new HashMap<>();
    private long stamp;

    PushFixture() {
        for (int i = 1; i <= ACCOUNTS; i++) {
            String name = "somebody " + i;
            store.write(Scope.system(), tx -> tx.createAccount("o1", name));
        }
        temporary.store().listen(tracks);
        temporary.store().listen(change -> announced.release());
    }

    static Caller caller(long n) {
        Account account = new Account(n, "o1", n + "@example.org", "somebody");
        return new Caller(account, "d" + n, Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    static Scope scope(long n) {
        return Scope.account(new ScopeKey(), n);
    }

    /** Commits a change and waits until the listeners have received it. */
    void change(long n, String type) {
        store.write(scope(n), tx -> tx.logCreated(type, Facets.ALL));
        announced.acquireUninterruptibly();
    }

    /** Makes only these types of the caller's own account visible. */
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
    public ReadableAccount of(Caller caller) {
        long n = caller.account().n();
        return new ReadableAccount(scope(n), "a" + n, own.getOrDefault(n, TYPES), Set.of());
    }

    @Override
    public long version(String organization) {
        return stamp;
    }

    /** Returns the states that a /get of every type would return. */
    Map<String, String> states(Caller caller) {
        Map<String, String> states = new HashMap<>();
        ReadableAccount seen = of(caller);
        for (String type : seen.types()) {
            states.put(
                    type,
                    store.read(seen.scope(), snapshot -> snapshot.state(type)).toString());
        }
        return states;
    }

    @Override
    public void close() {
        temporary.close();
        clock.stop();
    }
}
