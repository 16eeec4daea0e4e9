package svc.cap.v2.streaming;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.observe.ObjectObserver.ObjectUpdate;
import svc.api.store.State;

/**
 * The recent property changes of the objects of an account. Each entry contains the state before the change. Therefore
 * a missing entry is always detected. Thread-safe.
 */
final class PropertyChangeLog {

    private final int max;
    private final Map<ObjectKey, Entry> newest = new HashMap<>();
    private final Deque<Entry> all = new ArrayDeque<>();

    PropertyChangeLog(int max) {
        this.max = max;
    }

    private static final class Entry {
        private final ObjectKey key;
        private final State before;
        private final State after;
        private final Set<String> properties;
        private @Nullable Entry previous;

        Entry(ObjectUpdate update, Set<String> properties, @Nullable Entry previous) {
            this.key = new ObjectKey(update.type(), update.n());
            this.before = update.before();
            this.after = update.after();
            this.properties = properties;
            this.previous = previous;
        }
    }

    /** Adds a change. */
    synchronized void record(ObjectUpdate update, Set<String> properties) {
        ObjectKey key = new ObjectKey(update.type(), update.n());
        Entry entry = new Entry(update, properties, newest.get(key));
        newest.put(key, entry);
        all.add(entry);
        if (all.size() > max) {
            remove(all.remove());
        }
    }

    /** Removes the oldest entry of all, which is also the oldest entry of its object. */
    private void remove(Entry oldest) {
        Entry entry = newest.get(oldest.key);
        if (entry == oldest) {
            newest.remove(oldest.key);
            return;
        }
        while (entry != null && entry.previous != oldest) {
            entry = entry.previous;
        }
        if (entry != null) {
            entry.previous = null;
        }
    }

    /**
     * Returns the properties and pointers of an object that changed after a state, up to the change {@code last} of the
     * object. Empty when an entry is missing.
     */
    synchronized Optional<Set<String>> since(ObjectKey key, State state, long last) {
        Set<String> different = new HashSet<>();
        long expected = last;
        for (Entry entry = newest.get(key); entry != null; entry = entry.previous) {
            if (entry.after.epoch() != state.epoch() || entry.after.sequence() != expected) {
                return Optional.empty();
            }
            different.addAll(entry.properties);
            expected = entry.before.sequence();
            if (expected <= state.sequence()) {
                return Optional.of(different);
            }
        }
        return Optional.empty();
    }

    synchronized void clear() {
        newest.clear();
        all.clear();
    }

    synchronized int size() {
        return all.size();
    }
}
