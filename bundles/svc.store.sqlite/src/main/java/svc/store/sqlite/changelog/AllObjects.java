package svc.store.sqlite.changelog;

import java.util.List;
import svc.api.store.Facets;
import svc.store.sqlite.changelog.ChangeWindow.Entry;
import svc.store.sqlite.sql.StatementCache;

/** The changes of all objects of a type in a window of the change log. */
public record AllObjects(StatementCache db, long account, long type) implements ChangeWindow.Entries {

    private static final String SCOPE = "account = ?1 AND type = ?2 AND ";

    /** Finds out whether an object existed at the beginning of the window, in an earlier life. */
    private static final String EARLIER = "EXISTS (SELECT 1 FROM past_life p WHERE p.account = c.account"
            + " AND p.type = c.type AND p.n = c.n AND p.born <= ?5 AND p.died > ?5)";

    /**
     * Selects the objects that were created in the window and exist at its end. The first part of the query finds
     * objects that were never created again: it compares their numbers, because the number of an object is the sequence
     * number of its first creation. The two other parts find objects that were destroyed and created again, and objects
     * whose number was chosen by the caller.
     */
    public static final String BIRTHS = "SELECT n, n AS at FROM change WHERE " + SCOPE
            + "n > ?3 AND n <= ?4 AND born = n AND (died IS NULL OR died > ?4)"
            + " UNION ALL SELECT n, born AS at FROM change AS c WHERE " + SCOPE
            + "born <> n AND born > ?3 AND born <= ?4 AND (died IS NULL OR died > ?4) AND NOT " + EARLIER
            + " UNION ALL SELECT n, born AS at FROM past_life AS c WHERE " + SCOPE
            + "died > ?4 AND born > ?3 AND born <= ?4 AND NOT " + EARLIER
            + " ORDER BY at LIMIT ?6";

    /**
     * Selects the objects whose last change is in the window, and the objects that were destroyed in the window and
     * created again after the window.
     */
    public static final String REST = "SELECT n, changed AS at, died, f0, f1, f2, f3 FROM change AS c WHERE " + SCOPE
            + "changed > ?3 AND changed <= ?4 AND (born <= ?5 OR " + EARLIER + ")"
            + " UNION ALL SELECT n, died AS at, died, 0, 0, 0, 0 FROM past_life AS c WHERE " + SCOPE
            + "died > ?3 AND died <= ?4 AND (born <= ?5 OR " + EARLIER + ")"
            + " AND NOT EXISTS (SELECT 1 FROM past_life q WHERE q.account = c.account AND q.type = c.type AND q.n = c.n"
            + " AND q.born > c.died AND q.born <= ?4)"
            + " AND NOT EXISTS (SELECT 1 FROM change r WHERE r.account = c.account AND r.type = c.type AND r.n = c.n"
            + " AND r.born > c.died AND r.born <= ?4)"
            + " ORDER BY at LIMIT ?6";

    @Override
    public List<Entry> births(long from, long to, long after, int limit) {
        return db.list(
                BIRTHS, row -> Entry.created(row.getLong(1), row.getLong(2)), account, type, after, to, from, limit);
    }

    @Override
    public List<Entry> others(long from, long to, long after, int limit) {
        return db.list(
                REST,
                row -> {
                    row.getLong(3);
                    boolean dead = !row.wasNull();
                    int facets = 0;
                    for (int i = 0; i < Facets.LIMIT; i++) {
                        facets |= row.getLong(4 + i) > from ? 1 << i : 0;
                    }
                    return new Entry(row.getLong(1), row.getLong(2), dead ? Entry.DESTROYED : facets);
                },
                account,
                type,
                after,
                to,
                from,
                limit);
    }
}
