package svc.store.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.State;

/**
 * Tells what became of a collection's objects in a frozen window {@code (from, to]}: first the births by their number, then
 * the others by their last change in it. What changed again after {@code to} and lived at both ends is left to the next one.
 */
final class Window {

    private static final Comparator<Entry> ORDER = Comparator.comparing(
                    (Entry entry) -> entry.outcome() != Outcome.CREATED)
            .thenComparingLong(Entry::at);

    private final Collection collection;
    private final State head;

    Window(Collection collection, State head) {
        this.collection = collection;
        this.head = head;
    }

    private enum Outcome {
        CREATED,
        UPDATED,
        DESTROYED
    }

    private record Entry(long n, Outcome outcome, long at, int facets) {}

    Optional<Changes> read(State since, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("Ask for one change or more, not " + max);
        }
        State.Continuation rest =
                since.continuation().orElseGet(() -> new State.Continuation(head.sequence(), true, since.sequence()));
        boolean calculable = since.epoch() == head.epoch()
                && since.sequence() >= collection.floor().orElse(0)
                && since.sequence() <= rest.after()
                && rest.after() <= rest.to()
                && rest.to() <= head.sequence();
        return calculable ? Optional.of(page(since.sequence(), rest, max)) : Optional.empty();
    }

    private Changes page(long from, State.Continuation rest, int max) {
        List<Entry> entries = new ArrayList<>();
        collection
                .things()
                .forEach((n, thing) -> entry(n, thing, from, rest.to()).ifPresent(entries::add));
        List<Entry> left = entries.stream()
                .filter(entry -> unread(entry, rest))
                .sorted(ORDER)
                .limit(max + 1L)
                .toList();
        if (left.size() <= max) {
            return answer(new State(head.epoch(), rest.to()), left);
        }
        List<Entry> told = left.subList(0, max);
        Entry last = told.get(max - 1);
        State.Continuation next = new State.Continuation(rest.to(), last.outcome() == Outcome.CREATED, last.at());
        return answer(new State(head.epoch(), from, Optional.of(next)), told);
    }

    private static boolean unread(Entry entry, State.Continuation rest) {
        boolean birth = entry.outcome() == Outcome.CREATED;
        return birth == rest.births() ? entry.at() > rest.after() : !birth;
    }

    private static Optional<Entry> entry(long n, Thing thing, long from, long to) {
        boolean before = thing.aliveAt(from);
        boolean after = thing.aliveAt(to);
        if (before && after && thing.changed() > from && thing.changed() <= to) {
            return Optional.of(new Entry(n, Outcome.UPDATED, thing.changed(), facets(thing, from)));
        }
        if (!before && after) {
            return Optional.of(new Entry(n, Outcome.CREATED, thing.bornBefore(to), 0));
        }
        if (before && !after) {
            return Optional.of(new Entry(n, Outcome.DESTROYED, thing.diedBefore(to), 0));
        }
        return Optional.empty();
    }

    private static int facets(Thing thing, long from) {
        int bits = 0;
        for (int i = 0; i < Facets.LIMIT; i++) {
            bits |= thing.facets().get(i) > from ? 1 << i : 0;
        }
        return bits;
    }

    private Changes answer(State until, List<Entry> entries) {
        List<Long> created = new ArrayList<>();
        List<Changes.Updated> updated = new ArrayList<>();
        List<Long> destroyed = new ArrayList<>();
        for (Entry entry : entries) {
            switch (entry.outcome()) {
                case CREATED -> created.add(entry.n());
                case UPDATED -> updated.add(new Changes.Updated(entry.n(), new Facets(entry.facets())));
                case DESTROYED -> destroyed.add(entry.n());
            }
        }
        boolean more = until.continuation().isPresent() || until.sequence() < head.sequence();
        return new Changes(until, more, created, updated, destroyed);
    }
}
