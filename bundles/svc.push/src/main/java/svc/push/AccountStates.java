package svc.push;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.Store;

/**
 * The newest states of one account, kept while at least one change stream follows it. A stream therefore stores only a
 * sequence number, even if it is idle for a long time.
 */
final class AccountStates {

    private static final String ANY = "Any";

    private final Scope scope;
    private final List<ChangeStream> streams = new CopyOnWriteArrayList<>();
    private final Map<String, State> states = new HashMap<>();
    private final Object loading = new Object();
    private boolean loaded;
    private long epoch;
    private long sequence;

    AccountStates(Scope scope) {
        this.scope = scope;
    }

    Scope scope() {
        return scope;
    }

    List<ChangeStream> streams() {
        return streams;
    }

    /**
     * Reads the states from the store, once. The account is registered for changes before this call, so that no change
     * is missed.
     */
    void load(Store store) {
        synchronized (loading) {
            if (!loaded) {
                Map<String, State> found = new HashMap<>();
                State start = store.read(scope, snapshot -> {
                    snapshot.types().forEach(type -> found.put(type, snapshot.state(type)));
                    return snapshot.state(ANY);
                });
                begin(start.epoch());
                take(found);
                loaded = true;
            }
        }
    }

    private synchronized void begin(long number) {
        epoch = Math.max(epoch, number);
    }

    /** Merges states; states that are older than the known states have no effect. */
    synchronized void take(Map<String, State> changes) {
        changes.forEach((type, state) -> {
            states.merge(type, state, AccountStates::newer);
            epoch = Math.max(epoch, state.epoch());
            sequence = Math.max(sequence, state.sequence());
        });
    }

    private static State newer(State one, State other) {
        boolean first = one.epoch() == other.epoch() ? one.sequence() >= other.sequence() : one.epoch() > other.epoch();
        return first ? one : other;
    }

    /**
     * The states that a client does not know yet.
     *
     * @param epoch the store's epoch
     * @param sequence the sequence number of the newest change of any type
     * @param changed the new states by type
     */
    record PendingStates(long epoch, long sequence, Map<String, State> changed) {}

    /**
     * Returns the states that are new to a client.
     *
     * @param types the types that the client may read
     * @param sent the sequence number up to which the client received states; -1 for none
     * @param unsent types whose states are new to the client in any case, because it has not received a state of them
     */
    synchronized PendingStates since(Set<String> types, long sent, Set<String> unsent) {
        Map<String, State> changed = new HashMap<>();
        for (String type : types) {
            State state = states.getOrDefault(type, new State(epoch, 0));
            if (state.sequence() > sent || unsent.contains(type)) {
                changed.put(type, state);
            }
        }
        return new PendingStates(epoch, sequence, changed);
    }
}
