package svc.push;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableData;
import svc.api.jmap.observe.ReadableData.Part;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.SharedStates;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.StoreException;

/** The shared states that one client follows. Thread-safe; no lock is held inside a read of the store. */
final class SharedStateFollower implements SharedStates.Follower {

    private static final Logger LOG = LoggerFactory.getLogger(SharedStateFollower.class);
    private static final long NEVER = -1;

    private final Caller caller;
    private final Predicate<String> wanted;
    private final Runnable onChange;
    private final Dependencies dependencies;
    private final Map<Long, Known> known = new LinkedHashMap<>();
    private volatile Runnable onClose = () -> {};
    private volatile long version = NEVER;
    private volatile boolean incomplete;
    private boolean failed;
    private boolean closed;

    /** What all followers share; {@code join} and {@code leave} register a follower for the changes of a scope. */
    record Dependencies(
            Store store,
            ReadableData readableData,
            ReadableTypes readableTypes,
            BiConsumer<SharedStateFollower, Scope> join,
            BiConsumer<SharedStateFollower, Scope> leave) {}

    /** The states of a part that were read last. Without a subscription none of them is reported. */
    private record Known(Part part, Map<String, String> states, boolean subscribed) {

        /** Reads the states again. Returns this object if they are the same. */
        Known read(Snapshot snapshot, Caller caller, Map<Part, Map<String, String>> read) {
            Map<String, String> now = read.computeIfAbsent(part, any -> part.states(snapshot));
            return now.equals(states) ? this : new Known(part, now, part.isSubscribed(snapshot, caller));
        }

        boolean isIncomplete() {
            return states.size() < part.types().size();
        }
    }

    SharedStateFollower(Caller caller, Predicate<String> wanted, Runnable onChange, Dependencies dependencies) {
        this.caller = caller;
        this.wanted = wanted;
        this.onChange = onChange;
        this.dependencies = dependencies;
    }

    void onClose(Runnable work) {
        onClose = work;
    }

    void notifyChanged() {
        onChange.run();
    }

    @Override
    public synchronized SharedStates.States states() {
        updateParts();
        Map<String, Map<String, String>> states = new HashMap<>();
        known.values().forEach(one -> {
            Map<String, String> reported = reported(one);
            if (!reported.isEmpty()) {
                states.put(one.part().accountId(), reported);
            }
        });
        return new SharedStates.States(states);
    }

    private Map<String, String> reported(Known one) {
        if (!one.subscribed()) {
            return Map.of();
        }
        Map<String, String> reported = new HashMap<>(one.states());
        reported.keySet().removeIf(wanted.negate());
        return reported;
    }

    /** Returns whether {@link #update} may find other states: shares have changed, or a container is being prepared. */
    boolean isOutdated() {
        return incomplete || currentVersion() != version;
    }

    private long currentVersion() {
        return dependencies.readableTypes().version(caller.account().organization());
    }

    /** Finds out again what is shared with the caller. Returns whether the reported states have changed. */
    synchronized boolean update() {
        if (!isOutdated()) {
            return false;
        }
        Map<String, Map<String, String>> before = new HashMap<>();
        known.values().forEach(one -> before.put(one.part().accountId(), reported(one)));
        updateParts();
        return known.values().stream()
                .anyMatch(one ->
                        !reported(one).equals(before.getOrDefault(one.part().accountId(), Map.of())));
    }

    private void updateParts() {
        if (closed || !isOutdated()) {
            return;
        }
        long next = currentVersion();
        Set<Long> left = new HashSet<>(known.keySet());
        for (Part part : parts()) {
            if (part.types().stream().anyMatch(wanted)) {
                left.remove(part.scope().n());
                follow(part);
            }
        }
        left.forEach(n -> leave(known.remove(n)));
        incomplete |= known.values().stream().anyMatch(Known::isIncomplete);
        version = next;
    }

    /** Returns no parts if they cannot be read now: the client still receives the changes of its own account. */
    private List<Part> parts() {
        try {
            List<Part> parts = dependencies.readableData().of(caller);
            incomplete = false;
            failed = false;
            return parts;
        } catch (RuntimeException e) {
            // The types of other bundles are called. Their failures must not suppress the client's own changes.
            if (!failed) {
                LOG.warn(
                        "What is shared with account {} could not be read; it is tried again every second",
                        caller.account().n(),
                        e);
            }
            incomplete = true;
            failed = true;
            return List.of();
        }
    }

    /** Reads a part that is new, has changed, or was incomplete. The scope is joined first, so no change is missed. */
    private void follow(Part part) {
        Known one = known.get(part.scope().n());
        if (one == null) {
            dependencies.join().accept(this, part.scope());
        }
        if (one == null || !one.part().equals(part) || one.isIncomplete()) {
            Known unread = one != null && one.part().equals(part) ? one : new Known(part, Map.of(), false);
            known.put(
                    part.scope().n(),
                    readAll(dependencies.store(), part.scope(), Map.of(this, unread))
                            .getOrDefault(this, unread));
        }
    }

    private void leave(@Nullable Known gone) {
        if (gone != null) {
            dependencies.leave().accept(this, gone.part().scope());
        }
    }

    /** Reads the states of a scope again for its followers. Returns those whose reported states have changed. */
    @SuppressWarnings("ReferenceEquality") // What was not read again is the same object.
    static Collection<SharedStateFollower> refresh(
            Store store, Scope scope, Collection<SharedStateFollower> followers) {
        List<SharedStateFollower> changed = new ArrayList<>();
        Collection<SharedStateFollower> rest = followers;
        while (!rest.isEmpty()) {
            Map<SharedStateFollower, Known> before = new HashMap<>();
            rest.forEach(follower -> follower.current(scope, before));
            List<SharedStateFollower> again = new ArrayList<>();
            readAll(store, scope, before).forEach((follower, now) -> {
                Known was = before.get(follower);
                if (was == null || was == now) {
                    return;
                } else if (!follower.replace(scope, was, now)) {
                    again.add(follower); // an update of the follower read the states at the same time
                } else if (!follower.reported(was).equals(follower.reported(now))) {
                    changed.add(follower);
                }
            });
            rest = again;
        }
        return changed;
    }

    private synchronized void current(Scope scope, Map<SharedStateFollower, Known> all) {
        Known one = known.get(scope.n());
        if (one != null) {
            all.put(this, one);
        }
    }

    private synchronized boolean replace(Scope scope, Known before, Known now) {
        return known.replace(scope.n(), before, now);
    }

    private static Map<SharedStateFollower, Known> readAll(
            Store store, Scope scope, Map<SharedStateFollower, Known> before) {
        try {
            return store.read(scope, snapshot -> {
                Map<Part, Map<String, String>> read = new HashMap<>();
                Map<SharedStateFollower, Known> now = new HashMap<>();
                before.forEach((follower, one) -> now.put(follower, one.read(snapshot, follower.caller, read)));
                return now;
            });
        } catch (StoreException e) {
            LOG.debug("The states of {} could not be read; the account may have been deleted", scope, e);
            return Map.of();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        known.values().forEach(this::leave);
        known.clear();
        onClose.run();
    }
}
