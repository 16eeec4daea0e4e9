package svc.cap.v2.streaming;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Witness.Difference;
import svc.api.store.State;

/**
 * In what the objects of an account differ from what they were, for as long back as it reaches. Each difference knows the change
 * before it, so that one that nobody told leaves a hole and never a wrong answer. Any thread.
 */
final class Journal {

    private final int most;
    private final Map<Thing, Entry> newest = new HashMap<>();
    private final Deque<Entry> all = new ArrayDeque<>();

    Journal(int most) {
        this.most = most;
    }

    private static final class Entry {
        private final Thing thing;
        private final State before;
        private final State after;
        private final Set<String> properties;
        private @Nullable Entry earlier;

        Entry(Difference difference, Set<String> properties, @Nullable Entry earlier) {
            this.thing = new Thing(difference.type(), difference.n());
            this.before = difference.before();
            this.after = difference.after();
            this.properties = properties;
            this.earlier = earlier;
        }
    }

    /** Takes a difference in. */
    synchronized void note(Difference difference, Set<String> properties) {
        Thing thing = new Thing(difference.type(), difference.n());
        Entry entry = new Entry(difference, properties, newest.get(thing));
        newest.put(thing, entry);
        all.add(entry);
        if (all.size() > most) {
            forget(all.remove());
        }
    }

    /** The oldest of all is also the oldest of its object. */
    private void forget(Entry oldest) {
        Entry entry = newest.get(oldest.thing);
        if (entry == oldest) {
            newest.remove(oldest.thing);
            return;
        }
        while (entry != null && entry.earlier != oldest) {
            entry = entry.earlier;
        }
        if (entry != null) {
            entry.earlier = null;
        }
    }

    /**
     * What of an object is different since a state, its last change being the given one: names and pointers. Empty when nobody
     * knows.
     */
    synchronized Optional<Set<String>> since(Thing thing, State state, long last) {
        Set<String> different = new HashSet<>();
        long expected = last;
        for (Entry entry = newest.get(thing); entry != null; entry = entry.earlier) {
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
