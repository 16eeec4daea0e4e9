package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.store.sqlite.changelog.ChangeWindow.Entry;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;
import svc.store.sqlite.sql.StatementChunks.Sized;

/**
 * The objects of a type that are in at least one of some containers: their state, and the changes of a window, from the
 * table {@code membership}. A statement reads one container in the order of its index and therefore no more rows than
 * it returns; the results of several containers are merged.
 */
public final class ContainerSet implements ChangeWindow.Entries {

    /** A statement that gets the containers with one argument each, and another one for many containers. */
    private static final class InSet {

        private final Sized few;
        private final String many;

        InSet(String text) {
            this.few = new Sized(size -> text.replace("(:set)", "(" + numbered(size) + ")"));
            this.many = text.replace("(:set)", "(SELECT value FROM json_each(?8))");
        }

        private static String numbered(int size) {
            StringBuilder marks = new StringBuilder("?8");
            for (int i = 1; i < size; i++) {
                marks.append(",?").append(8 + i);
            }
            return marks.toString();
        }
    }

    /** Finds out whether an object was in one of the containers at the beginning of the window. */
    private static final String ROWS_OF_OBJECT = "SELECT 1 FROM membership AS v INDEXED BY membership_of_object"
            + " WHERE v.account = ?1 AND v.type = ?2 AND v.n = m.n AND v.died > ?5 AND v.container IN (:set)";

    public static final String BIRTHS = "SELECT m.n, m.born FROM membership AS m WHERE m.account = ?1"
            + " AND m.type = ?2 AND m.container = ?3 AND m.born > ?4 AND m.born <= ?6 AND m.died > ?6"
            + " AND NOT EXISTS (" + ROWS_OF_OBJECT
            + " AND (v.born <= ?5 OR (v.died > ?6 AND v.born < m.born))) ORDER BY m.born LIMIT ?7";

    private static final String CHANGED = "m.died > ?6 OR EXISTS (" + ROWS_OF_OBJECT
            + " AND v.died > ?6 AND v.born <= ?6)"
            + " FROM membership AS m INDEXED BY membership_by_last"
            + " WHERE m.account = ?1 AND m.type = ?2 AND m.container = ?3 AND m.last > ?4 AND m.last <= ?6"
            + " AND (m.born <= ?5 OR EXISTS (" + ROWS_OF_OBJECT + " AND v.born <= ?5))";

    /**
     * Selects the objects that were visible at the beginning of the window and have a row whose last change is in it.
     * An object with several such rows is selected several times.
     */
    public static final String OTHERS = "SELECT m.n, " + CHANGED + " ORDER BY m.last LIMIT ?7";

    /** Selects the same objects with their position. Of several rows of an object, the last one counts. */
    public static final String OTHERS_OF_PAGE = "SELECT m.n, m.last, " + CHANGED + " AND NOT EXISTS ("
            + ROWS_OF_OBJECT + " AND (v.container <> m.container OR v.born <> m.born)"
            + " AND EXISTS (SELECT 1 FROM membership AS w INDEXED BY membership_of_object WHERE w.account = ?1"
            + " AND w.type = ?2 AND w.n = m.n AND w.died = v.died AND w.container = v.container AND w.born = v.born"
            + " AND w.last <= ?6"
            + " AND (w.last > m.last OR (w.last = m.last AND w.container > m.container))))"
            + " ORDER BY m.last LIMIT ?7";

    private static final InSet BIRTHS_IN = new InSet(BIRTHS);
    private static final InSet OTHERS_IN = new InSet(OTHERS);
    private static final InSet OTHERS_OF_PAGE_IN = new InSet(OTHERS_OF_PAGE);

    /** Selects the heads of containers of one type. */
    public static final Sized HEADS = heads("w.type = ?", "w.container");

    /** Selects the heads of one container by type. */
    public static final Sized HEADS_OF_TYPES = heads("w.container = ?", "w.type");

    private final StatementCache db;
    private final long account;
    private final long type;
    private final List<Long> containers;
    private final List<Head> heads = new ArrayList<>();
    private final Supplier<State> ofType;
    private long epoch;

    /** Reads the heads of the containers. */
    public ContainerSet(
            StatementCache db, long account, long type, Collection<Long> containers, Supplier<State> ofType) {
        this.db = db;
        this.account = account;
        this.type = type;
        this.containers = List.copyOf(containers);
        this.ofType = ofType;
        db.each(HEADS, account, type, this.containers, row -> {
            heads.add(new Head(row.getLong(1), row.getLong(2), row.getLong(4)));
            epoch = row.getLong(3);
        });
    }

    /** A watched container, with its floor and the sequence number of its last change; 0 without one. */
    private record Head(long container, long floor, long last) {

        private long sequence() {
            return Math.max(floor, last);
        }
    }

    private static Sized heads(String condition, String key) {
        return new Sized(size -> "SELECT " + key + ", w.floor, a.epoch, (SELECT m.last"
                + " FROM membership AS m INDEXED BY membership_by_last WHERE m.account = w.account AND m.type = w.type"
                + " AND m.container = w.container ORDER BY m.last DESC LIMIT 1)"
                + " FROM watched AS w CROSS JOIN account AS a ON a.n = w.account"
                + " WHERE w.account = ? AND " + condition + " AND w.floor IS NOT NULL AND " + key + " IN ("
                + StatementChunks.marks(size) + ")");
    }

    private boolean isWatched() {
        return heads.size() == containers.size();
    }

    /** Returns the state; the one of the type while a container is not watched. */
    public State state() {
        if (!isWatched()) {
            return ofType.get();
        }
        long last = heads.stream().mapToLong(Head::sequence).max().orElse(0);
        return new State(heads.isEmpty() ? ofType.get().epoch() : epoch, last);
    }

    /** Returns the state of some types in one container; empty while the container is not watched for one of them. */
    public static Optional<State> watchedState(
            StatementCache db, long account, Collection<Long> types, long container) {
        List<State> states = new ArrayList<>();
        db.each(HEADS_OF_TYPES, account, container, types, row -> {
            Head head = new Head(container, row.getLong(2), row.getLong(4));
            states.add(new State(row.getLong(3), head.sequence()));
        });
        return states.size() == types.size()
                ? states.stream().max(Comparator.comparingLong(State::sequence))
                : Optional.empty();
    }

    /** Returns the sequence number from which the changes can be calculated. */
    public long floor() {
        return isWatched() ? heads.stream().mapToLong(Head::floor).max().orElse(0) : Long.MAX_VALUE;
    }

    @Override
    public List<Entry> births(long from, long to, long after, int limit) {
        List<Entry> births = new ArrayList<>();
        each(BIRTHS_IN, from, to, after, limit, row -> births.add(Entry.created(row.getLong(1), row.getLong(2))));
        return first(births, limit);
    }

    @Override
    public List<Entry> others(long from, long to, long after, int limit) {
        Set<Entry> whole = new LinkedHashSet<>();
        boolean isWhole =
                each(OTHERS_IN, from, to, after, limit, row -> whole.add(changed(row.getLong(1), to, row.getLong(2))));
        if (isWhole && whole.size() < limit) {
            return List.copyOf(whole); // the end of the window, where no position is needed
        }
        List<Entry> page = new ArrayList<>();
        each(
                OTHERS_OF_PAGE_IN,
                from,
                to,
                after,
                limit,
                row -> page.add(changed(row.getLong(1), row.getLong(2), row.getLong(3))));
        return first(page, limit);
    }

    private static Entry changed(long n, long at, long visible) {
        return new Entry(n, at, visible == 1 ? Facets.ALL.bits() : Entry.DESTROYED);
    }

    private List<Entry> first(List<Entry> entries, int limit) {
        if (heads.size() > 1) {
            entries.sort(Comparator.comparingLong(Entry::at));
        }
        return entries.size() > limit ? entries.subList(0, limit) : entries;
    }

    /** Reads each container that changed. Returns whether all rows were read. */
    private boolean each(InSet statement, long from, long to, long after, int limit, StatementCache.Row row) {
        boolean few = containers.size() <= StatementChunks.LARGEST;
        List<@Nullable Object> arguments = new ArrayList<>(List.of(account, type, 0L, after, from, to, limit));
        List<Long> set = few ? StatementChunks.filled(containers).get(0) : List.of();
        arguments.addAll(few ? set : List.of(containers.toString()));
        boolean all = true;
        for (Head head : heads) {
            if (head.last() > after) {
                arguments.set(2, head.container());
                AtomicInteger rows = new AtomicInteger();
                db.each(
                        few ? statement.few.of(set.size()) : statement.many,
                        found -> {
                            rows.incrementAndGet();
                            row.use(found);
                        },
                        arguments.toArray());
                all &= rows.get() < limit;
            }
        }
        return all;
    }
}
