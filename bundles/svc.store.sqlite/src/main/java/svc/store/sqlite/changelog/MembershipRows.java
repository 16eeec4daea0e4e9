package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import svc.store.sqlite.changelog.ChangeRows.Change;
import svc.store.sqlite.changelog.ChangeRows.Event;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementCache.Row;
import svc.store.sqlite.sql.StatementChunks;
import svc.store.sqlite.sql.StatementChunks.Sized;

/**
 * Writes the memberships of the objects of one type to the table {@code membership}. A row says that an object was in a
 * container from {@code born} until {@code died}; {@code last} is its last change there.
 */
public final class MembershipRows {

    /** The value of {@code died} in the row of an object that still is in the container. */
    static final long ALIVE = Long.MAX_VALUE;

    public static final Sized OF_OBJECTS = ofObjects("born");

    private static final Sized LAST_OF_OBJECTS = ofObjects("last");

    /** Selects what {@link #LAST_OF_OBJECTS} does, of a range of numbers and of one container. */
    private static final String LAST_IN_RANGE = "SELECT n, last FROM membership INDEXED BY membership_of_object"
            + " WHERE account = ? AND type = ? AND n BETWEEN ? AND ? AND died = " + ALIVE + " AND container = ?";

    /** Selects what changed in one container, in the order of the last change; also the objects that left it. */
    public static final String LAST_SINCE = "SELECT n, last, died FROM membership INDEXED BY membership_by_last"
            + " WHERE account = ? AND type = ? AND container = ? AND last > ? ORDER BY last LIMIT ?";

    /** A range is read if it has at most so many numbers for each object: passing a row of another object is cheap. */
    private static final int DENSE = 8;

    /** Moves {@code last} in the rows of one object; the most frequent case. */
    public static final String TOUCH = "UPDATE membership INDEXED BY membership_of_object SET last = ?"
            + " WHERE account = ? AND type = ? AND n = ? AND died = " + ALIVE;

    /** Selects the objects in a container. */
    public static final String MEMBERS = "SELECT n FROM membership INDEXED BY membership_by_last WHERE account = ?"
            + " AND type = ? AND container = ? AND died = " + ALIVE;

    private static final Sized UPSERT =
            new Sized(size -> "INSERT INTO membership (account, type, container, born, n, last, died) VALUES "
                    + StatementChunks.rows("(?,?,?,?,?,?,?)", size)
                    + " ON CONFLICT (account, type, container, born, n)"
                    + " DO UPDATE SET last = excluded.last, died = excluded.died");

    private final StatementCache db;
    private final long account;
    private final long type;
    private final Map<Long, Map<Long, Stay>> present = new HashMap<>();
    private final Set<Stay> changed = new LinkedHashSet<>();

    MembershipRows(StatementCache db, long account, long type) {
        this.db = db;
        this.account = account;
        this.type = type;
    }

    /** A row; compared by identity. */
    private static final class Stay {

        private final long container;
        private final long born;
        private final long n;
        private long last;
        private long died = ALIVE;

        Stay(long container, long born, long n) {
            this.container = container;
            this.born = born;
            this.n = n;
            this.last = born;
        }
    }

    /** Returns the objects among {@code numbers} that are in one of the containers. */
    public static Set<Long> visible(
            StatementCache db, long account, long type, Collection<Long> numbers, Set<Long> containers) {
        Set<Long> found = new HashSet<>();
        db.each(OF_OBJECTS, account, type, numbers, row -> {
            if (containers.contains(row.getLong(2))) {
                found.add(row.getLong(1));
            }
        });
        return found;
    }

    /** The index is named, because SQLite may choose another one by its prefix and read the whole log of the account. */
    private static Sized ofObjects(String column) {
        return new Sized(size -> "SELECT n, container, " + column + " FROM membership"
                + " INDEXED BY membership_of_object WHERE account = ? AND type = ? AND died = " + ALIVE
                + " AND n IN (" + StatementChunks.marks(size) + ")");
    }

    /** Returns the last changes in a watched container of those of the objects that are in it. */
    public static Map<Long, Long> lastChanges(
            StatementCache db, long account, long type, long container, Collection<Long> numbers) {
        long floor = WatchedContainers.floor(db, account, type, container);
        Map<Long, Long> found = new HashMap<>();
        if (floor < 0 || numbers.isEmpty()) {
            return found;
        }
        long first = Collections.min(numbers);
        long last = Collections.max(numbers);
        if (last - first < DENSE * (long) numbers.size()) {
            Set<Long> wanted = new HashSet<>(numbers);
            Row add = row -> {
                long n = row.getLong(1);
                if (wanted.contains(n)) {
                    found.put(n, Math.max(floor, row.getLong(2)));
                }
            };
            db.each(LAST_IN_RANGE, add, account, type, first, last, container);
        } else {
            db.each(LAST_OF_OBJECTS, account, type, numbers, row -> {
                if (row.getLong(2) == container) {
                    found.put(row.getLong(1), Math.max(floor, row.getLong(3)));
                }
            });
        }
        return found;
    }

    /**
     * Returns the last changes in a container of the objects that are in it and changed after a sequence number. Empty if
     * the changes are unknown, or if more than {@code max} objects changed or left the container.
     */
    public static Optional<Map<Long, Long>> lastChangesSince(
            StatementCache db, long account, long type, long container, long since, int max) {
        long floor = WatchedContainers.floor(db, account, type, container);
        if (floor < 0 || since < floor) {
            return Optional.empty();
        }
        Map<Long, Long> found = new HashMap<>();
        AtomicInteger rows = new AtomicInteger();
        Row add = row -> {
            rows.incrementAndGet();
            if (row.getLong(3) == ALIVE) {
                found.put(row.getLong(1), row.getLong(2));
            }
        };
        db.each(LAST_SINCE, add, account, type, container, since, max + 1L);
        return rows.get() > max ? Optional.empty() : Optional.of(found);
    }

    /** Returns the objects that are in a container. */
    public static Set<Long> members(StatementCache db, long account, long type, long container) {
        return new HashSet<>(db.list(MEMBERS, row -> row.getLong(1), account, type, container));
    }

    /** Writes changes of objects, in their order. */
    void write(List<Change> changes) {
        if (changes.size() == 1 && changes.get(0).event() == Event.UPDATED) {
            db.change(TOUCH, changes.get(0).seq(), account, type, changes.get(0).n());
            return;
        }
        read(ChangeRows.earlierObjects(changes));
        changes.forEach(this::apply);
        write();
    }

    private void read(Collection<Long> numbers) {
        db.each(OF_OBJECTS, account, type, numbers, row -> {
            Stay stay = new Stay(row.getLong(2), row.getLong(3), row.getLong(1));
            ofObject(stay.n).put(stay.container, stay);
        });
    }

    private Map<Long, Stay> ofObject(long n) {
        return present.computeIfAbsent(n, any -> new HashMap<>());
    }

    private void apply(Change change) {
        Map<Long, Stay> stays = ofObject(change.n());
        switch (change.event()) {
            case UPDATED -> stays.values().forEach(stay -> changed(stay, change.seq()));
            case JOINED ->
                changed(
                        stays.computeIfAbsent(
                                change.container(), container -> new Stay(container, change.seq(), change.n())),
                        change.seq());
            case LEFT -> end(stays.remove(change.container()), change.seq());
            case DESTROYED -> {
                stays.values().forEach(stay -> end(stay, change.seq()));
                stays.clear();
            }
            case MOVED -> {} // JOINED and LEFT say where
            case CREATED, CREATED_AS, RECREATED, TOUCHED -> {} // the object is in no container, or there is none
        }
    }

    private void changed(Stay stay, long seq) {
        stay.last = seq;
        changed.add(stay);
    }

    private void end(@Nullable Stay stay, long seq) {
        if (stay != null) {
            stay.died = seq;
            changed(stay, seq);
        }
    }

    /** Adds objects that were in a container before it was watched. */
    void seed(long container, Collection<Long> members) {
        read(members);
        for (long n : members) {
            ofObject(n).computeIfAbsent(container, any -> {
                Stay stay = new Stay(container, 0, n);
                changed.add(stay);
                return stay;
            });
        }
        write();
    }

    private void write() {
        for (List<Stay> part : StatementChunks.<Stay>exact(List.copyOf(changed))) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 7);
            for (Stay stay : part) {
                arguments.addAll(List.of(account, type, stay.container, stay.born, stay.n, stay.last, stay.died));
            }
            db.change(UPSERT.of(part.size()), arguments.toArray());
        }
    }
}
