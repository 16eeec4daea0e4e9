package svc.store.sqlite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;

/** Writes the changes of one type to its rows: one statement reads a set of them, one writes it. */
final class ChangeRows {

    private static final Sets.Sized SELECT = new Sets.Sized(size ->
            "SELECT n, born, changed, f0, f1, f2, f3, died FROM change WHERE account = ? AND type = ? AND n IN ("
                    + Sets.marks(size) + ")");
    private static final Sets.Sized UPSERT =
            new Sets.Sized(size -> "INSERT INTO change (account, type, n, born, changed, f0, f1, f2, f3, died) VALUES "
                    + Sets.rows("(?,?,?,?,?,?,?,?,?,?)", size)
                    + " ON CONFLICT (account, type, n) DO UPDATE SET born = excluded.born, changed = excluded.changed,"
                    + " f0 = excluded.f0, f1 = excluded.f1, f2 = excluded.f2, f3 = excluded.f3, died = excluded.died");
    private static final Sets.Sized BURY = new Sets.Sized(
            size -> "INSERT INTO past_life (account, type, n, born, died) VALUES " + Sets.rows("(?,?,?,?,?)", size));

    private final Statements db;
    private final long account;
    private final long type;
    private final Map<Long, Life> lives = new LinkedHashMap<>();

    ChangeRows(Statements db, long account, long type) {
        this.db = db;
        this.account = account;
        this.type = type;
    }

    /** What happened to an object. */
    enum Event {
        CREATED,
        RECREATED,
        UPDATED,
        DESTROYED
    }

    /** One entry of the log. */
    record Change(long account, String type, Event event, long n, long seq, Facets facets) {}

    void write(List<Change> changes) {
        read(changes);
        changes.forEach(this::apply);
        writeLives(lives.values());
        writeEarlier();
    }

    private void read(List<Change> changes) {
        Set<Long> fresh = new LinkedHashSet<>();
        Set<Long> known = new LinkedHashSet<>();
        for (Change change : changes) {
            if (change.event() == Event.CREATED) {
                fresh.add(change.n());
            } else if (!fresh.contains(change.n())) {
                known.add(change.n());
            }
        }
        lives.putAll(select(known));
    }

    private Map<Long, Life> select(Set<Long> numbers) {
        Map<Long, Life> found = new HashMap<>();
        for (List<Long> part : Sets.filled(List.copyOf(numbers))) {
            List<@Nullable Object> arguments = new ArrayList<>(List.of(account, type));
            arguments.addAll(part);
            db.list(SELECT.of(part.size()), row -> found.put(row.getLong(1), Life.of(row)), arguments.toArray());
        }
        return found;
    }

    private void apply(Change change) {
        Life life = lives.get(change.n());
        boolean alive = life != null && life.alive();
        boolean birth = change.event() == Event.CREATED || change.event() == Event.RECREATED;
        if (birth == alive) {
            throw new IllegalStateException("The " + change.type() + " " + change.n()
                    + (alive ? " lives already and cannot be born again" : " does not live and cannot change"));
        }
        if (life == null) {
            lives.put(change.n(), Life.begin(change.n(), change.seq(), change.facets()));
        } else if (birth) {
            life.beginAgain(change.seq());
        } else if (change.event() == Event.UPDATED) {
            life.touch(change.seq(), change.facets());
        } else {
            life.end(change.seq());
        }
    }

    private void writeLives(Collection<Life> rows) {
        for (List<Life> part : Sets.exact(List.copyOf(rows))) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 10);
            for (Life life : part) {
                arguments.add(account);
                arguments.add(type);
                life.columns(arguments);
            }
            db.change(UPSERT.of(part.size()), arguments.toArray());
        }
    }

    private void writeEarlier() {
        List<Life.Ended> ended = new ArrayList<>();
        lives.values().forEach(life -> ended.addAll(life.earlier()));
        for (List<Life.Ended> part : Sets.exact(ended)) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 5);
            for (Life.Ended life : part) {
                arguments.addAll(List.of(account, type, life.n(), life.born(), life.died()));
            }
            db.change(BURY.of(part.size()), arguments.toArray());
        }
    }
}
