package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.store.sqlite.sql.StatementCache;

/**
 * Computes the changes of the objects of a type in a fixed window {@code (from, to]} of the change log.
 *
 * <p>First come the objects that did not exist at {@code from} and exist at {@code to}, in the order of their creation.
 * Then come the objects that existed at {@code from}, in the order of their last change. An object that changed again
 * after {@code to} belongs to the next window, unless it was created or destroyed in this one. Therefore each object is
 * listed once, and the pages of one window are consistent although the log grows between them. The position of an
 * object within a window never changes, because the log keeps the sequence numbers of creations and destructions.
 */
public final class ChangeWindow {

    private static final String SCOPE = "account = ? AND type = ? AND ";

    /**
     * Selects the objects that were created in the window and exist at its end. The first part of the query finds
     * objects that were never created again: it compares their numbers, because the number of an object is the sequence
     * number of its first creation. The two other parts find objects that were destroyed and created again, and objects
     * whose number was chosen by the caller.
     */
    public static final String BIRTHS = "SELECT n, n AS at FROM change WHERE " + SCOPE
            + "n > ? AND n <= ? AND born = n AND (died IS NULL OR died > ?)"
            + " UNION ALL SELECT n, born AS at FROM change AS c WHERE " + SCOPE
            + "born <> n AND born > ? AND born <= ? AND (died IS NULL OR died > ?)"
            + " AND NOT EXISTS (SELECT 1 FROM past_life p WHERE p.account = c.account AND p.type = c.type AND p.n = c.n"
            + " AND p.born <= ? AND p.died > ?)"
            + " UNION ALL SELECT n, born AS at FROM past_life AS c WHERE " + SCOPE
            + "died > ? AND born > ? AND born <= ?"
            + " AND NOT EXISTS (SELECT 1 FROM past_life p WHERE p.account = c.account AND p.type = c.type AND p.n = c.n"
            + " AND p.born <= ? AND p.died > ?)"
            + " ORDER BY at LIMIT ?";

    /**
     * Selects the objects whose last change is in the window, and the objects that were destroyed in the window and
     * created again after the window.
     */
    public static final String REST = "SELECT n, changed AS at, died, f0, f1, f2, f3 FROM change AS c WHERE " + SCOPE
            + "changed > ? AND changed <= ?"
            + " AND (born <= ? OR EXISTS (SELECT 1 FROM past_life p WHERE p.account = c.account AND p.type = c.type"
            + " AND p.n = c.n AND p.born <= ? AND p.died > ?))"
            + " UNION ALL SELECT n, died AS at, died, 0, 0, 0, 0 FROM past_life AS c WHERE " + SCOPE
            + "died > ? AND died <= ?"
            + " AND (born <= ? OR EXISTS (SELECT 1 FROM past_life p WHERE p.account = c.account AND p.type = c.type"
            + " AND p.n = c.n AND p.born <= ? AND p.died > ?))"
            + " AND NOT EXISTS (SELECT 1 FROM past_life q WHERE q.account = c.account AND q.type = c.type AND q.n = c.n"
            + " AND q.born > c.died AND q.born <= ?)"
            + " AND NOT EXISTS (SELECT 1 FROM change r WHERE r.account = c.account AND r.type = c.type AND r.n = c.n"
            + " AND r.born > c.died AND r.born <= ?)"
            + " ORDER BY at LIMIT ?";

    private final StatementCache db;
    private final long account;
    private final long type;
    private final State head;

    public ChangeWindow(StatementCache db, long account, long type, State head) {
        this.db = db;
        this.account = account;
        this.type = type;
        this.head = head;
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
        boolean known = since.epoch() == head.epoch()
                && since.sequence() <= head.sequence()
                && since.sequence() >= StateRows.floor(db, account, type).orElse(0);
        return known && since.continuation().map(rest -> whole(since, rest)).orElse(true);
    }

    private boolean whole(State since, State.Continuation rest) {
        return since.sequence() <= rest.after() && rest.after() <= rest.to() && rest.to() <= head.sequence();
    }

    /** A creation or another change, with its position in the window. */
    private record Entry(long n, long at, boolean dead, int facets) {}

    private Changes page(long from, State.Continuation rest, int max) {
        long to = rest.to();
        List<Entry> births = rest.births() ? births(from, to, rest.after(), max + 1) : List.of();
        List<Long> created = new ArrayList<>();
        births.stream().limit(max).forEach(birth -> created.add(birth.n()));
        if (births.size() > max) {
            return answer(unread(from, to, true, births.get(max - 1).at()), created, List.of());
        }
        int left = max - created.size();
        long after = rest.births() ? from : rest.after();
        List<Entry> others = others(from, to, after, left + 1);
        if (others.size() > left) {
            long last = left == 0 ? after : others.get(left - 1).at();
            return answer(unread(from, to, false, last), created, others.subList(0, left));
        }
        return answer(new State(head.epoch(), to), created, others);
    }

    private State unread(long from, long to, boolean births, long after) {
        return new State(head.epoch(), from, Optional.of(new State.Continuation(to, births, after)));
    }

    private Changes answer(State until, List<Long> created, List<Entry> others) {
        List<Changes.Updated> updated = new ArrayList<>();
        List<Long> destroyed = new ArrayList<>();
        for (Entry entry : others) {
            if (entry.dead()) {
                destroyed.add(entry.n());
            } else {
                updated.add(new Changes.Updated(entry.n(), new Facets(entry.facets())));
            }
        }
        boolean more = until.continuation().isPresent() || until.sequence() < head.sequence();
        return new Changes(until, more, created, updated, destroyed);
    }

    private List<Entry> births(long from, long to, long after, int limit) {
        return db.list(
                BIRTHS,
                row -> new Entry(row.getLong(1), row.getLong(2), false, 0),
                account,
                type,
                after,
                to,
                to,
                account,
                type,
                after,
                to,
                to,
                from,
                from,
                account,
                type,
                to,
                after,
                to,
                from,
                from,
                limit);
    }

    private List<Entry> others(long from, long to, long after, int limit) {
        return db.list(
                REST,
                row -> {
                    row.getLong(3);
                    boolean dead = !row.wasNull();
                    int facets = 0;
                    for (int i = 0; i < Facets.LIMIT; i++) {
                        facets |= row.getLong(4 + i) > from ? 1 << i : 0;
                    }
                    return new Entry(row.getLong(1), row.getLong(2), dead, facets);
                },
                account,
                type,
                after,
                to,
                from,
                from,
                from,
                account,
                type,
                after,
                to,
                from,
                from,
                from,
                to,
                to,
                limit);
    }
}
