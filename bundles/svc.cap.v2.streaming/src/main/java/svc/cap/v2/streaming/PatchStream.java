package svc.cap.v2.streaming;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.jmap.Sights.Seen;
import svc.api.jmap.Views;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/**
 * What one client is told of its own account. It remembers how far the client was told and no value: what is owed is worked out
 * from the log of changes when the client can take it, a portion at a time. For one thread at a time.
 */
final class Patches {

    private static final int PORTION = 100;

    /** When more of a type came and went than that, the client fetches the type anew. */
    private static final int MOST_PASSED = 500;

    private final Ground ground;
    private final Caller caller;
    private final DeviceSession session;
    private final Predicate<String> wanted;
    private final long number;
    private Place place;
    private Set<String> shown;
    private Set<String> left = Set.of();
    private boolean lost;
    private boolean resumed;

    /** What all of them stand on. */
    record Ground(Store store, Sights sights, Views views, Holdings holdings) {}

    /**
     * Begins.
     *
     * @param since how far the client was told before; empty for nothing
     * @param lost whether the client was told something before of which nobody knows what
     */
    Patches(Ground ground, Caller caller, Predicate<String> wanted, Optional<Place> since, boolean lost) {
        this.ground = ground;
        this.caller = caller;
        this.wanted = wanted;
        this.lost = lost;
        this.resumed = since.isPresent();
        this.session = ground.holdings().of(caller);
        this.number = ground.holdings().number();
        session.streams().add(this);
        Seen own = own();
        this.shown = types(own);
        this.place = since.orElseGet(() -> Place.at(ground.store().read(own.scope(), Walk::now)));
    }

    /** Tells nothing more. */
    void end() {
        session.streams().remove(this);
    }

    /** Whether something is owed though no change comes. */
    boolean owes() {
        return lost || place.midway().isPresent();
    }

    /** How far the client is told. */
    Place place() {
        return place;
    }

    private Seen own() {
        return ground.sights().of(caller);
    }

    private Set<String> types(Seen own) {
        Set<String> types = new TreeSet<>(own.types());
        types.removeIf(wanted.negate());
        return types;
    }

    /**
     * A part of what is owed, which then counts as told.
     *
     * @param events the events
     * @param more whether there is more at once
     */
    record Portion(List<Told> events, boolean more) {}

    /** The next portion. */
    Portion next() {
        Seen own = own();
        Set<String> types = types(own);
        return ground.store().read(own.scope(), snapshot -> {
            Journal journal = ground.holdings().journal(own.scope().n());
            Verdicts verdicts = new Verdicts(session, journal, number, place.from());
            Writer writer = new Writer(snapshot, own, ground.views(), caller, verdicts);
            Walk.Page page = page(snapshot, types, writer);
            page.parts().forEach(writer::changed);
            place = page.next();
            left = place.midway().isPresent() ? left : Set.of();
            return new Portion(writer.events(), place.midway().isPresent());
        });
    }

    /** The changes to tell, of the types of which somebody can say what happened. */
    private Walk.Page page(Snapshot snapshot, Set<String> types, Writer writer) {
        Set<String> fetch = new TreeSet<>(types);
        fetch.removeAll(shown); // nobody was told of them while they were hidden
        shown = Set.copyOf(types);
        if (lost) {
            lost = false;
            fetch.addAll(types);
        }
        Set<String> walked = new TreeSet<>(types);
        walked.removeAll(left);
        fetch.addAll(new Walk(snapshot, walked).lost(place));
        walked.removeAll(fetch);
        if (resumed) {
            resumed = false;
            ghosts(snapshot, walked, writer, fetch);
        }
        if (place.midway().isEmpty()) {
            long since = place.from().sequence();
            session.forgottenAfter(since).stream().filter(types::contains).forEach(fetch::add);
            writer.ghosts(session.bornAfter(since, types));
        }
        fetch.forEach(writer::fetch);
        Set<String> without = new TreeSet<>(left);
        without.addAll(fetch);
        left = without;
        walked.removeAll(left);
        return walked.isEmpty()
                ? new Walk.Page(List.of(), Place.at(Walk.now(snapshot)), false)
                : new Walk(snapshot, walked).page(place, PORTION);
    }

    /**
     * A client that comes back may hold an object that was born and has ended since its place, fetched meanwhile, and this server may
     * have begun anew and know nothing of that.
     */
    private void ghosts(Snapshot snapshot, Set<String> types, Writer writer, Set<String> fetch) {
        Map<String, Set<Long>> passed = new HashMap<>();
        for (String type : types) {
            List<Long> some = snapshot.passed(type, place.from(), MOST_PASSED + 1);
            if (some.size() > MOST_PASSED) {
                fetch.add(type);
            } else if (!some.isEmpty()) {
                passed.put(type, Set.copyOf(some));
            }
        }
        writer.ghosts(passed);
    }
}
