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
import svc.api.store.State.Continuation;
import svc.cap.v2.streaming.ChangesPosition.PageEnd;

/**
 * Pages through the changes of several types. The end of the range is fixed when the first page is read. Therefore all
 * pages together contain exactly the changes up to that end, although the account continues to change.
 */
final class ChangesPager {

    private final Snapshot snapshot;
    private final SortedSet<String> types;
    private final State now;

    ChangesPager(Snapshot snapshot, Set<String> types) {
        this.snapshot = snapshot;
        this.types = new TreeSet<>(types);
        this.now = now(snapshot);
    }

    /** The changes of one type. */
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
     * @param parts the types with changes; at most as many changes as requested
     * @param next the position of the next page
     * @param more whether there are changes after this page
     */
    record Page(List<Part> parts, ChangesPosition next, boolean more) {}

    /** Returns the state of the newest change of any type. */
    static State now(Snapshot snapshot) {
        State newest = snapshot.state("Any");
        for (String type : snapshot.types()) {
            State state = snapshot.state(type);
            newest = state.sequence() > newest.sequence() ? state : newest;
        }
        return newest;
    }

    /** Returns the state of the account in this snapshot. */
    State now() {
        return now;
    }

    /**
     * Returns the types whose changes since a position are unknown: the changes are purged, or the database was
     * restored after the position.
     */
    Set<String> expired(ChangesPosition position) {
        State from = position.from();
        long to = position.midway().map(PageEnd::to).orElse(from.sequence());
        Set<String> missing = new TreeSet<>(types);
        if (from.epoch() == now.epoch() && from.sequence() <= now.sequence() && to <= now.sequence()) {
            missing.removeIf(type -> snapshot.state(type).sequence() <= from.sequence()
                    || snapshot.floor(type).orElse(0) <= from.sequence());
        }
        return missing;
    }

    /** Returns a page from a position. No type may be {@link #expired}. */
    Page page(ChangesPosition begin, int max) {
        ChangesPosition position = begin.with(types);
        State from = position.from();
        long to = position.midway().map(PageEnd::to).orElse(now.sequence());
        List<Part> parts = new ArrayList<>();
        int remaining = max;
        for (String type : upcoming(position)) {
            Optional<State> at = position.midway()
                    .filter(pageEnd -> pageEnd.type().equals(type))
                    .map(PageEnd::at)
                    .or(() -> start(type, from, to));
            if (at.isEmpty()) {
                continue;
            }
            if (remaining == 0) {
                return new Page(parts, stop(from, to, type, at.get()), true);
            }
            Changes changes = snapshot.changes(type, at.get(), remaining).orElseThrow();
            Part part = new Part(type, at.get(), changes);
            parts.add(part);
            remaining -= part.size();
            if (changes.newState().continuation().isPresent()) {
                return new Page(parts, stop(from, to, type, changes.newState()), true);
            }
        }
        boolean more = types.stream().anyMatch(type -> snapshot.state(type).sequence() > to);
        return new Page(parts, ChangesPosition.at(new State(now.epoch(), to)), more);
    }

    private SortedSet<String> upcoming(ChangesPosition position) {
        return position.midway().map(pageEnd -> types.tailSet(pageEnd.type())).orElse(types);
    }

    /** Returns the start of a type's changes within the range; empty when there are none. */
    private Optional<State> start(String type, State from, long to) {
        long end = Math.min(to, snapshot.state(type).sequence());
        return end <= from.sequence()
                ? Optional.empty()
                : Optional.of(new State(
                        from.epoch(), from.sequence(), Optional.of(new Continuation(end, true, from.sequence()))));
    }

    private ChangesPosition stop(State from, long to, String type, State at) {
        return new ChangesPosition(from, Optional.of(new PageEnd(ChangesPosition.mark(types), to, type, at)));
    }
}
