package svc.store.sqlite.changelog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;

/**
 * Writes the changes of one type to the table {@code change}. Existing rows are read, and changed rows are written,
 * with one statement for many rows.
 */
public final class ChangeRows {

    /** Selects the rows of objects. */
    static final StatementChunks.Sized SELECT = new StatementChunks.Sized(size ->
            "SELECT n, born, changed, f0, f1, f2, f3, died FROM change WHERE account = ? AND type = ? AND n IN ("
                    + StatementChunks.marks(size) + ")");

    private static final StatementChunks.Sized UPSERT = new StatementChunks.Sized(
            size -> "INSERT INTO change (account, type, n, born, changed, f0, f1, f2, f3, died) VALUES "
                    + StatementChunks.rows("(?,?,?,?,?,?,?,?,?,?)", size)
                    + " ON CONFLICT (account, type, n) DO UPDATE SET born = excluded.born, changed = excluded.changed,"
                    + " f0 = excluded.f0, f1 = excluded.f1, f2 = excluded.f2, f3 = excluded.f3, died = excluded.died");
    private static final StatementChunks.Sized BURY = new StatementChunks.Sized(size ->
            "INSERT INTO past_life (account, type, n, born, died) VALUES " + StatementChunks.rows("(?,?,?,?,?)", size));

    private final StatementCache db;
    private final long account;
    private final long type;
    private final Map<Long, ObjectLifetime> lifetimes = new LinkedHashMap<>();

    ChangeRows(StatementCache db, long account, long type) {
        this.db = db;
        this.account = account;
        this.type = type;
    }

    /** The kind of a change. */
    public enum Event {
        CREATED,
        /** Created under a number that the caller chose. */
        CREATED_AS,
        RECREATED,
        UPDATED,
        /** Joined or left containers, and did not change otherwise. */
        MOVED,
        DESTROYED,
        JOINED,
        LEFT,
        /** Raises the state of a type; concerns no object. */
        TOUCHED;

        boolean creates() {
            return this == CREATED || this == CREATED_AS || this == RECREATED;
        }

        boolean updates() {
            return this == UPDATED || this == MOVED;
        }
    }

    /** One entry of the change log. */
    record Change(long account, String type, Event event, long n, long seq, Facets facets, long container) {

        /** Creates a change that concerns no container. */
        Change(long account, String type, Event event, long n, long seq, Facets facets) {
            this(account, type, event, n, seq, facets, 0);
        }
    }

    void write(List<Change> all) {
        List<Change> changes = all.stream()
                .filter(change -> change.event() != Event.TOUCHED && change.event() != Event.LEFT)
                .toList();
        db.each(
                SELECT,
                account,
                type,
                earlierObjects(changes),
                row -> lifetimes.put(row.getLong(1), ObjectLifetime.of(row)));
        changes.forEach(this::apply);
        lifetimes
                .keySet()
                .retainAll(changes.stream()
                        .filter(change -> change.event() != Event.JOINED)
                        .map(Change::n)
                        .collect(Collectors.toSet()));
        writeLives(lifetimes.values());
        writeEarlier();
    }

    /** Returns the objects of changes that these changes do not create. */
    static Set<Long> earlierObjects(List<Change> changes) {
        Set<Long> fresh = new HashSet<>();
        Set<Long> known = new LinkedHashSet<>();
        for (Change change : changes) {
            if (change.event() == Event.CREATED) {
                fresh.add(change.n());
            } else if (change.event() != Event.TOUCHED && !fresh.contains(change.n())) {
                known.add(change.n());
            }
        }
        return known;
    }

    private void apply(Change change) {
        ObjectLifetime lifetime = lifetimes.get(change.n());
        boolean exists = lifetime != null && lifetime.alive();
        boolean creation = change.event().creates();
        if (creation == exists) {
            throw new IllegalStateException("The " + change.type() + " " + change.n()
                    + (exists ? " exists and cannot be created again" : " does not exist and cannot be changed"));
        }
        if (lifetime == null) {
            lifetimes.put(change.n(), ObjectLifetime.begin(change.n(), change.seq(), change.facets()));
        } else if (creation) {
            lifetime.beginAgain(change.seq());
        } else if (change.event().updates()) {
            lifetime.touch(change.seq(), change.facets());
        } else if (change.event() == Event.DESTROYED) {
            lifetime.end(change.seq());
        }
    }

    private void writeLives(Collection<ObjectLifetime> rows) {
        for (List<ObjectLifetime> part : StatementChunks.exact(List.copyOf(rows))) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 10);
            for (ObjectLifetime lifetime : part) {
                arguments.add(account);
                arguments.add(type);
                lifetime.columns(arguments);
            }
            db.change(UPSERT.of(part.size()), arguments.toArray());
        }
    }

    private void writeEarlier() {
        List<ObjectLifetime.Ended> ended = new ArrayList<>();
        lifetimes.values().forEach(lifetime -> ended.addAll(lifetime.earlier()));
        for (List<ObjectLifetime.Ended> part : StatementChunks.exact(ended)) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 5);
            for (ObjectLifetime.Ended lifetime : part) {
                arguments.addAll(List.of(account, type, lifetime.n(), lifetime.born(), lifetime.died()));
            }
            db.change(BURY.of(part.size()), arguments.toArray());
        }
    }
}
