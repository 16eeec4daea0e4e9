package svc.core.objects;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.jmap.observe.ObjectObserver;
import svc.api.jmap.observe.ObjectObserver.ObjectUpdate;
import svc.api.jmap.observe.ObjectObserver.ServedObjects;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.json.JsonPointer;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.api.store.Transaction;

/**
 * Notifies the registered observers of served and updated objects. If there is no observer, no differences are
 * computed.
 */
public final class ObjectObservers {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectObservers.class);

    /**
     * The maximum number of changed members of a map that are reported individually. If more members change, the map is
     * reported as a whole.
     */
    private static final int MOST_MEMBERS = 8;

    private final List<ObjectObserver> all = new CopyOnWriteArrayList<>();

    public void add(ObjectObserver observer) {
        all.add(observer);
    }

    public void remove(ObjectObserver observer) {
        all.remove(observer);
    }

    public boolean none() {
        return all.isEmpty();
    }

    public void served(ServedObjects served) {
        all.forEach(observer -> notifyObserver(observer, notified -> notified.objectsServed(served)));
    }

    private static void notifyObserver(ObjectObserver observer, Consumer<ObjectObserver> notification) {
        try {
            notification.accept(observer);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("The object observer {} failed", observer.getClass().getName(), e);
        }
    }

    /** Returns a recorder for the changes of a write to objects of a type. Call this method before the updates. */
    public Notes notes(Transaction tx, TypeDescriptor descriptor, Collection<Long> numbers) {
        Optional<Facets> unnamedFacets = descriptor.unnamedFacets();
        if (unnamedFacets.isEmpty()) {
            return Notes.NONE;
        }
        List<ObjectObserver> interested = new ArrayList<>();
        for (ObjectObserver observer : all) {
            notifyObserver(observer, asked -> {
                if (asked.isInterested(tx.scope(), descriptor.type())) {
                    interested.add(asked);
                }
            });
        }
        return interested.isEmpty()
                ? Notes.NONE
                : new Notes(tx, descriptor.type(), unnamedFacets.get(), interested, numbers);
    }

    /** Records the updates of a write for the interested observers. */
    public static final class Notes {

        public static final Notes NONE = new Notes(null, "", Facets.ALL, List.of(), List.of());

        private final @Nullable Transaction tx;
        private final String type;
        private final Facets unnamedFacets;
        private final List<ObjectObserver> interested;
        private final Map<Long, Long> before;
        private final List<ObjectUpdate> differences = new ArrayList<>();

        private Notes(
                @Nullable Transaction tx,
                String type,
                Facets unnamedFacets,
                List<ObjectObserver> interested,
                Collection<Long> numbers) {
            this.tx = tx;
            this.type = type;
            this.unnamedFacets = unnamedFacets;
            this.interested = interested;
            this.before = tx == null ? Map.of() : tx.lastChanges(type, numbers, unnamedFacets);
        }

        /** Records an update that was just logged, with the changed properties. */
        public void updated(long n, Set<String> properties) {
            if (tx != null) {
                note(tx, n, tx.state(type), properties);
            }
        }

        /** Records updates with the changed properties. Each must be the last update of its object in this write. */
        public void updated(Map<Long, Set<String>> properties) {
            if (tx != null && !properties.isEmpty()) {
                State state = tx.state(type);
                tx.lastChanges(type, properties.keySet(), unnamedFacets)
                        .forEach((n, last) ->
                                note(tx, n, new State(state.epoch(), last), properties.getOrDefault(n, Set.of())));
            }
        }

        private void note(Transaction in, long n, State after, Set<String> properties) {
            Long last = before.get(n);
            if (last == null || last == after.sequence()) {
                return; // the object did not exist before, or no change in these facets was logged
            }
            if (differences.isEmpty()) {
                in.afterCommit(() -> interested.forEach(
                        observer -> notifyObserver(observer, notified -> notified.objectsUpdated(differences))));
            }
            differences.add(new ObjectUpdate(in.scope(), type, n, new State(after.epoch(), last), after, properties));
        }
    }

    /**
     * Returns the differences between two versions of an object: names of properties, and pointers into maps in which
     * few members differ.
     */
    public static Set<String> difference(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
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
        keys.forEach(key -> pointers.add(name + "/" + JsonPointer.step(String.valueOf(key))));
        return pointers;
    }
}
