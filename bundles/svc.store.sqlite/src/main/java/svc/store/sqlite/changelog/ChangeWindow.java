package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.State;

/**
 * Computes the changes of objects in a fixed window {@code (from, to]} of the change log, page by page. To exist means
 * to be visible if the window shows only visible objects.
 *
 * <p>First come the objects that did not exist at {@code from} and exist at {@code to}, in the order of their creation.
 * Then come the objects that existed at {@code from}, in the order of their last change. An object that changed again
 * after {@code to} belongs to the next window, unless it was created or destroyed in this one. Therefore each object is
 * listed once, and the pages of one window are consistent although the log grows between them. The position of an
 * object within a window never changes, because the log keeps the sequence numbers of creations and destructions.
 */
public final class ChangeWindow {

    private final Entries entries;
    private final State head;
    private final long floor;

    /**
     * Creates a window.
     *
     * @param entries the changes
     * @param head the state now
     * @param floor the changes can be calculated from this sequence number on
     */
    public ChangeWindow(Entries entries, State head, long floor) {
        this.entries = entries;
        this.head = head;
        this.floor = floor;
    }

    /** Reads the changes in a window {@code (from, to]} by their position, in the order of their position. */
    public interface Entries {

        /** Returns the objects that did not exist at {@code from} and exist at {@code to}. */
        List<Entry> births(long from, long to, long after, int limit);

        /** Returns the objects that existed at {@code from} and changed or were destroyed. */
        List<Entry> others(long from, long to, long after, int limit);
    }

    /**
     * A change of an object in a window.
     *
     * @param n the number of the object
     * @param at its position in the window
     * @param facets the changed facets of an object that still exists, or {@link #DESTROYED}
     */
    public record Entry(long n, long at, int facets) {

        static final int DESTROYED = -1;

        static Entry created(long n, long at) {
            return new Entry(n, at, 0);
        }
    }

    public Optional<Changes> read(State since, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("The limit must be one change or more, not " + max);
        }
        if (!calculable(since)) {
            return Optional.empty();
        }
        State.Continuation rest =
                since.continuation().orElseGet(() -> new State.Continuation(head.sequence(), true, since.sequence()));
        return Optional.of(page(since.sequence(), rest, max));
    }

    private boolean calculable(State since) {
        boolean known =
                since.epoch() == head.epoch() && since.sequence() <= head.sequence() && since.sequence() >= floor;
        return known && since.continuation().map(rest -> whole(since, rest)).orElse(true);
    }

    private boolean whole(State since, State.Continuation rest) {
        return since.sequence() <= rest.after() && rest.after() <= rest.to() && rest.to() <= head.sequence();
    }

    private Changes page(long from, State.Continuation rest, int max) {
        long to = rest.to();
        if (from == to) {
            return answer(new State(head.epoch(), to), List.of(), List.of());
        }
        List<Entry> births = rest.births() ? entries.births(from, to, rest.after(), oneMore(max)) : List.of();
        List<Long> created = new ArrayList<>();
        births.stream().limit(max).forEach(birth -> created.add(birth.n()));
        if (births.size() > max) {
            return answer(unread(from, to, true, births.get(max - 1).at()), created, List.of());
        }
        int left = max - created.size();
        long after = rest.births() ? from : rest.after();
        List<Entry> others = entries.others(from, to, after, oneMore(left));
        if (others.size() > left) {
            long last = left == 0 ? after : others.get(left - 1).at();
            return answer(unread(from, to, false, last), created, others.subList(0, left));
        }
        return answer(new State(head.epoch(), to), created, others);
    }

    private static int oneMore(int max) {
        return Math.max(max, max + 1);
    }

    private State unread(long from, long to, boolean births, long after) {
        return new State(head.epoch(), from, Optional.of(new State.Continuation(to, births, after)));
    }

    private Changes answer(State until, List<Long> created, List<Entry> others) {
        List<Changes.Updated> updated = new ArrayList<>();
        List<Long> destroyed = new ArrayList<>();
        for (Entry entry : others) {
            if (entry.facets() == Entry.DESTROYED) {
                destroyed.add(entry.n());
            } else {
                updated.add(new Changes.Updated(entry.n(), new Facets(entry.facets())));
            }
        }
        boolean more = until.continuation().isPresent() || until.sequence() < head.sequence();
        return new Changes(until, more, created, updated, destroyed);
    }
}
