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
 * The newest states of one account, for as long as somebody is told of it. So a stream needs to remember no more than a number,
 * however long it stands still.
 */
final class Track {

    private static final String ANY = "Any";

    private final Scope scope;
    private final List<Feed> followers = new CopyOnWriteArrayList<>();
    private final Map<String, State> states = new HashMap<>();
    private final Object loading = new Object();
    private boolean loaded;
    private long epoch;
    private long sequence;

    Track(Scope scope) {
        this.scope = scope;
    }

    Scope scope() {
        return scope;
    }

    List<Feed> followers() {
        return followers;
    }

    /** Reads what stands in the store, once. It hears of changes already, so that none falls in between. */
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

    /** Takes states in; older ones than those that are known change nothing. */
    synchronized void take(Map<String, State> news) {
        news.forEach((type, state) -> {
            states.merge(type, state, Track::newer);
            epoch = Math.max(epoch, state.epoch());
            sequence = Math.max(sequence, state.sequence());
        });
    }

    private static State newer(State one, State other) {
        boolean first = one.epoch() == other.epoch() ? one.sequence() >= other.sequence() : one.epoch() > other.epoch();
        return first ? one : other;
    }

    /**
     * What stands here at one moment.
     *
     * @param epoch the store's epoch
     * @param sequence the newest change of all
     * @param moved the states that whoever was told up to a number does not know
     */
    record News(long epoch, long sequence, Map<String, State> moved) {}

    /**
     * What is new.
     *
     * @param types what may be seen
     * @param told what was told already; -1 for nothing
     * @param owed types that were told nothing of, whatever was told of others
     */
    synchronized News since(Set<String> types, long told, Set<String> owed) {
        Map<String, State> moved = new HashMap<>();
        for (String type : types) {
            State state = states.getOrDefault(type, new State(epoch, 0));
            if (state.sequence() > told || owed.contains(type)) {
                moved.put(type, state);
            }
        }
        return new News(epoch, sequence, moved);
    }
}
