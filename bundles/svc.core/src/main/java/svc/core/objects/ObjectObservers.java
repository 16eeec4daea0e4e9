package svc.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.jmap.Witness;
import svc.api.jmap.Witness.Difference;
import svc.api.jmap.Witness.Served;
import svc.api.store.State;
import svc.api.store.Transaction;

/** Those who want to hear what is served and what differs. Where there is none, nothing is worked out. */
final class Witnesses {

    private static final Logger LOG = LoggerFactory.getLogger(Witnesses.class);

    /** When more members of a map differ, it is told as a whole. */
    private static final int MOST_MEMBERS = 8;

    private final List<Witness> all = new CopyOnWriteArrayList<>();

    void add(Witness witness) {
        all.add(witness);
    }

    void remove(Witness witness) {
        all.remove(witness);
    }

    boolean none() {
        return all.isEmpty();
    }

    void served(Served served) {
        all.forEach(witness -> tell(witness, heard -> heard.served(served)));
    }

    private static void tell(Witness witness, Consumer<Witness> what) {
        try {
            what.accept(witness);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn(
                    "{} failed to hear what clients are served",
                    witness.getClass().getName(),
                    e);
        }
    }

    /** Notes what a write does to objects of a type that it is about to update. */
    Notes notes(Transaction tx, String type, Collection<Long> numbers) {
        List<Witness> minding = new ArrayList<>();
        for (Witness witness : all) {
            tell(witness, asked -> {
                if (asked.minds(tx.scope(), type)) {
                    minding.add(asked);
                }
            });
        }
        return minding.isEmpty() ? Notes.NOBODY : new Notes(tx, type, minding, tx.lastChanges(type, numbers));
    }

    /** What a write did to objects, for those who mind. */
    static final class Notes {

        static final Notes NOBODY = new Notes(null, "", List.of(), Map.of());

        private final @Nullable Transaction tx;
        private final String type;
        private final List<Witness> minding;
        private final Map<Long, Long> before;
        private final List<Difference> differences = new ArrayList<>();

        private Notes(@Nullable Transaction tx, String type, List<Witness> minding, Map<Long, Long> before) {
            this.tx = tx;
            this.type = type;
            this.minding = minding;
            this.before = before;
        }

        /** An object has just been updated, and so much of it is different. */
        void updated(long n, Set<String> properties) {
            if (tx != null) {
                note(tx, n, tx.state(type), properties);
            }
        }

        /** Objects have been updated, each for the last time in this write, and so much of each is different. */
        void updated(Map<Long, Set<String>> properties) {
            if (tx != null && !properties.isEmpty()) {
                State state = tx.state(type);
                tx.lastChanges(type, properties.keySet())
                        .forEach((n, last) ->
                                note(tx, n, new State(state.epoch(), last), properties.getOrDefault(n, Set.of())));
            }
        }

        private void note(Transaction in, long n, State after, Set<String> properties) {
            Long last = before.get(n);
            if (last == null || last == after.sequence()) {
                return; // without its last change, or without a new one, the difference would say nothing
            }
            if (differences.isEmpty()) {
                in.afterCommit(() -> minding.forEach(witness -> tell(witness, heard -> heard.differ(differences))));
            }
            differences.add(new Difference(in.scope(), type, n, new State(after.epoch(), last), after, properties));
        }
    }

    /** What two forms of one object differ in: names of properties, and pointers into maps of which few members differ. */
    static Set<String> difference(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        Set<String> names = new HashSet<>(one.keySet());
        names.addAll(other.keySet());
        Set<String> found = new HashSet<>();
        for (String name : names) {
            Object before = one.get(name);
            Object after = other.get(name);
            if (!Objects.equals(before, after) || one.containsKey(name) != other.containsKey(name)) {
                if (before instanceof Map<?, ?> from && after instanceof Map<?, ?> to) {
                    found.addAll(members(name, from, to));
                } else {
                    found.add(name);
                }
            }
        }
        return found;
    }

    private static Set<String> members(String name, Map<?, ?> one, Map<?, ?> other) {
        Set<Object> keys = new HashSet<>(one.keySet());
        keys.addAll(other.keySet());
        keys.removeIf(
                key -> one.containsKey(key) == other.containsKey(key) && Objects.equals(one.get(key), other.get(key)));
        if (keys.size() > MOST_MEMBERS) {
            return Set.of(name);
        }
        Set<String> pointers = new HashSet<>();
        keys.forEach(key -> pointers.add(name + "/" + Pointer.step(String.valueOf(key))));
        return pointers;
    }
}
