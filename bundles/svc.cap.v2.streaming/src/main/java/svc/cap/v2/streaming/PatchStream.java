package svc.cap.v2.streaming;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/**
 * The patches of one client's own account. The stream stores only the position up to which changes were sent, and no
 * values. The next portion is computed from the change log when the client can accept it. Not thread-safe.
 */
final class PatchStream {

    private static final int PORTION = 100;

    /**
     * The maximum number of objects of a type that were created and destroyed since the position of the client. If
     * there are more, the client must fetch the type again.
     */
    private static final int MOST_PASSED = 500;

    private final Dependencies dependencies;
    private final Caller caller;
    private final ClientCache session;
    private final Predicate<String> requested;
    private final long number;
    private ChangesPosition position;
    private Set<String> shown;
    private Set<String> remaining = Set.of();
    private boolean lost;
    private boolean isResumed;

    /** The services that all streams share. */
    record Dependencies(Store store, ReadableTypes readableTypes, ObjectReader views, ClientCaches holdings) {}

    /**
     * Creates a stream.
     *
     * @param since the position that the client presented; empty for none
     * @param lost whether the client presented a position that is unknown
     */
    PatchStream(
            Dependencies dependencies,
            Caller caller,
            Predicate<String> requested,
            Optional<ChangesPosition> since,
            boolean lost) {
        this.dependencies = dependencies;
        this.caller = caller;
        this.requested = requested;
        this.lost = lost;
        this.isResumed = since.isPresent();
        this.session = dependencies.holdings().of(caller);
        this.number = dependencies.holdings().number();
        session.streams().add(this);
        ReadableAccount own = ownAccount();
        this.shown = types(own);
        this.position =
                since.orElseGet(() -> ChangesPosition.at(dependencies.store().read(own.scope(), ChangesPager::now)));
    }

    /** Ends the stream. */
    void end() {
        session.streams().remove(this);
    }

    /** Returns whether a portion must be sent even if nothing has changed since the last portion. */
    boolean hasPending() {
        return lost || position.midway().isPresent();
    }

    /** Returns the position up to which changes were sent. */
    ChangesPosition place() {
        return position;
    }

    private ReadableAccount ownAccount() {
        return dependencies.readableTypes().of(caller);
    }

    private Set<String> types(ReadableAccount own) {
        Set<String> types = new TreeSet<>(own.types());
        types.removeAll(own.pushOnlyTypes());
        types.removeIf(requested.negate());
        return types;
    }

    /**
     * A portion of events. A portion that was returned counts as sent.
     *
     * @param events the events
     * @param more whether another portion is due at once
     */
    record Portion(List<StreamEvent> events, boolean more) {}

    /** Returns the next portion. */
    Portion next() {
        ReadableAccount own = ownAccount();
        Set<String> types = types(own);
        return dependencies.store().read(own.scope(), snapshot -> {
            PropertyChangeLog journal =
                    dependencies.holdings().journal(own.scope().n());
            PatchDecision decision = new PatchDecision(session, journal, number, position.from());
            PatchEventBuilder writer = new PatchEventBuilder(snapshot, own, dependencies.views(), caller, decision);
            ChangesPager.Page page = page(snapshot, types, writer);
            page.parts().forEach(writer::changed);
            position = page.next();
            remaining = position.midway().isPresent() ? remaining : Set.of();
            return new Portion(writer.events(), position.midway().isPresent());
        });
    }

    /** Returns the changes of all types whose changes since the position are known. */
    private ChangesPager.Page page(Snapshot snapshot, Set<String> types, PatchEventBuilder writer) {
        Set<String> fetch = new TreeSet<>(types);
        fetch.removeAll(shown); // changes of hidden types were not sent
        shown = Set.copyOf(types);
        if (lost) {
            lost = false;
            fetch.addAll(types);
        }
        Set<String> walked = new TreeSet<>(types);
        walked.removeAll(remaining);
        fetch.addAll(new ChangesPager(snapshot, walked).expired(position));
        walked.removeAll(fetch);
        if (isResumed) {
            isResumed = false;
            sendRemovedUnseen(snapshot, walked, writer, fetch);
        }
        if (position.midway().isEmpty()) {
            long since = position.from().sequence();
            session.evictedAfter(since).stream().filter(types::contains).forEach(fetch::add);
            writer.removedUnseen(session.createdAfter(since, types));
        }
        fetch.forEach(writer::fetch);
        Set<String> without = new TreeSet<>(remaining);
        without.addAll(fetch);
        remaining = without;
        walked.removeAll(remaining);
        return walked.isEmpty()
                ? new ChangesPager.Page(List.of(), ChangesPosition.at(ChangesPager.now(snapshot)), false)
                : new ChangesPager(snapshot, walked).page(position, PORTION);
    }

    /**
     * Adds events for destroyed objects that a reconnected client may hold. Such a client may have fetched an object
     * that was created and destroyed after the position of the client. After a restart, the server does not know that
     * the client has this object.
     */
    private void sendRemovedUnseen(Snapshot snapshot, Set<String> types, PatchEventBuilder writer, Set<String> fetch) {
        Map<String, Set<Long>> passed = new HashMap<>();
        for (String type : types) {
            List<Long> portion = snapshot.createdAndDestroyed(type, position.from(), MOST_PASSED + 1);
            if (portion.size() > MOST_PASSED) {
                fetch.add(type);
            } else if (!portion.isEmpty()) {
                passed.put(type, Set.copyOf(portion));
            }
        }
        writer.removedUnseen(passed);
    }
}
