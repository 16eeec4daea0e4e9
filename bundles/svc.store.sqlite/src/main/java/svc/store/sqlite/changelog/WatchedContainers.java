package svc.store.sqlite.changelog;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import svc.store.sqlite.sql.StatementCache;

/**
 * The table {@code watched}, as one write sees it: the containers whose members are logged. The floor of a container is
 * the sequence number from which its changes can be calculated; it has none until all first members are in the log. Not
 * thread-safe.
 */
public final class WatchedContainers {

    private static final String FLOOR = "SELECT floor FROM watched WHERE account = ? AND type = ? AND container = ?";

    private final StatementCache db;
    private final Map<Container, Boolean> known = new HashMap<>();

    WatchedContainers(StatementCache db) {
        this.db = db;
    }

    /** A container of objects of a type. */
    record Container(long account, long type, long number) {}

    /** Returns whether the changes in a container can be calculated. */
    public static boolean isComplete(StatementCache db, long account, long type, long container) {
        return floor(db, account, type, container) >= 0;
    }

    /** Returns the sequence number from which the changes in a container can be calculated; -1 if they cannot. */
    static long floor(StatementCache db, long account, long type, long container) {
        return db.number(-1, FLOOR + " AND floor IS NOT NULL", account, type, container);
    }

    /** Returns the containers in which changes can be calculated. */
    public static Set<Long> complete(StatementCache db, long account, long type) {
        return new TreeSet<>(db.list(
                "SELECT container FROM watched WHERE account = ? AND type = ? AND floor IS NOT NULL",
                row -> row.getLong(1),
                account,
                type));
    }

    /** Returns whether the members of a container are logged. */
    boolean contains(Container container) {
        return known.computeIfAbsent(
                container, asked -> db.number(-1, FLOOR, asked.account(), asked.type(), asked.number()) >= 0);
    }

    /** Forgets what was read, because a part of the write was rolled back. */
    void forget() {
        known.clear();
    }

    /** Adds a container, or first members of it. A floor completes it. */
    void add(Container container, Collection<Long> members) {
        db.change(
                "INSERT INTO watched (account, type, container) VALUES (?, ?, ?)"
                        + " ON CONFLICT (account, type, container) DO NOTHING",
                container.account(),
                container.type(),
                container.number());
        known.put(container, true);
        new MembershipRows(db, container.account(), container.type()).seed(container.number(), members);
    }

    /** Removes a container. The rows of its ended memberships are deleted with the old changes. */
    void remove(Container container) {
        db.change(
                "DELETE FROM watched WHERE account = ? AND type = ? AND container = ?",
                container.account(),
                container.type(),
                container.number());
        known.put(container, false);
    }

    void complete(Container container, long floor) {
        db.change(
                "UPDATE watched SET floor = ? WHERE account = ? AND type = ? AND container = ?",
                floor,
                container.account(),
                container.type(),
                container.number());
    }
}
