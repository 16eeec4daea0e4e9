package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.State.Unread;

/**
 * Goes through the changes of several types, page by page. A way ends where the account stood when it began, so its pages fit
 * together although the account goes on changing: whoever follows them knows exactly what happened up to there.
 */
final class Walk {

    private final Snapshot snapshot;
    private final SortedSet<String> types;
    private final State now;

    Walk(Snapshot snapshot, Set<String> types) {
        this.snapshot = snapshot;
        this.types = new TreeSet<>(types);
        this.now = now(snapshot);
    }

    /** What became of a type. */
    record Part(String type, State before, Changes changes) {

        int size() {
            return changes.created().size()
                    + changes.updated().size()
                    + changes.destroyed().size();
        }
    }

    /**
     * A page.
     *
     * @param parts the types that moved, at most as many changes as were asked for
     * @param next from where it goes on
     * @param more whether something is known already that comes after it
     */
    record Page(List<Part> parts, Place next, boolean more) {}

    /** Where an account stands: the newest change of all. */
    static State now(Snapshot snapshot) {
        State newest = snapshot.state("Any");
        for (String type : snapshot.types()) {
            State state = snapshot.state(type);
            newest = state.sequence() > newest.sequence() ? state : newest;
        }
        return newest;
    }

    /** Where it stands. */
    State now() {
        return now;
    }

    /** Those of the types of which it cannot be told what happened since: purged, or from before a restore or after one. */
    Set<String> lost(Place place) {
        State from = place.from();
        long to = place.midway().map(Place.Midway::to).orElse(from.sequence());
        Set<String> lost = new TreeSet<>(types);
        if (from.epoch() == now.epoch() && from.sequence() <= now.sequence() && to <= now.sequence()) {
            lost.removeIf(type -> snapshot.state(type).sequence() <= from.sequence()
                    || snapshot.floor(type).orElse(0) <= from.sequence());
        }
        return lost;
    }

    /** A page from a place of which nothing is lost. */
    Page page(Place begin, int max) {
        Place place = begin.with(types);
        State from = place.from();
        long to = place.midway().map(Place.Midway::to).orElse(now.sequence());
        List<Part> parts = new ArrayList<>();
        int left = max;
        for (String type : ahead(place)) {
            Optional<State> at = place.midway()
                    .filter(way -> way.type().equals(type))
                    .map(Place.Midway::at)
                    .or(() -> start(type, from, to));
            if (at.isEmpty()) {
                continue;
            }
            if (left == 0) {
                return new Page(parts, stop(from, to, type, at.get()), true);
            }
            Changes changes = snapshot.changes(type, at.get(), left).orElseThrow();
            Part part = new Part(type, at.get(), changes);
            parts.add(part);
            left -= part.size();
            if (changes.until().unread().isPresent()) {
                return new Page(parts, stop(from, to, type, changes.until()), true);
            }
        }
        boolean more = types.stream().anyMatch(type -> snapshot.state(type).sequence() > to);
        return new Page(parts, Place.at(new State(now.epoch(), to)), more);
    }

    private SortedSet<String> ahead(Place place) {
        return place.midway().map(way -> types.tailSet(way.type())).orElse(types);
    }

    /** The beginning of a type's window that ends where the way ends; empty when nothing happened in it. */
    private Optional<State> start(String type, State from, long to) {
        long end = Math.min(to, snapshot.state(type).sequence());
        return end <= from.sequence()
                ? Optional.empty()
                : Optional.of(
                        new State(from.epoch(), from.sequence(), Optional.of(new Unread(end, true, from.sequence()))));
    }

    private Place stop(State from, long to, String type, State at) {
        return new Place(from, Optional.of(new Place.Midway(Place.mark(types), to, type, at)));
    }
}
