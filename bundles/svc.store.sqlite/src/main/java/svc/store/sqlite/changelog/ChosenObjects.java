package svc.store.sqlite.changelog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import svc.api.store.Facets;
import svc.api.store.State;
import svc.store.sqlite.changelog.ChangeWindow.Entry;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;
import svc.store.sqlite.sql.StatementChunks.Sized;

/** The objects with the given numbers: their state, and their changes in a window. All their rows are read. */
public final class ChosenObjects implements ChangeWindow.Entries {

    private static final Sized PAST =
            new Sized(size -> "SELECT n, born, died FROM past_life WHERE account = ? AND type = ? AND n IN ("
                    + StatementChunks.marks(size) + ")");

    private final Map<Long, List<Life>> lives = new HashMap<>();
    private final State ofType;
    private final long floor;
    private final long head;

    /** Reads the rows of the objects. */
    public ChosenObjects(StatementCache db, long account, long type, Collection<Long> numbers, State ofType) {
        this.ofType = ofType;
        long purged = StateRows.floor(db, account, type).orElse(0);
        db.each(ChangeRows.SELECT, account, type, numbers, row -> add(row.getLong(1), Life.present(row)));
        db.each(PAST, account, type, numbers, row -> add(row.getLong(1), Life.past(row)));
        // Without a row, the last change was purged; after a return, the end of the earlier life may have been.
        long unknown = lives.size() < numbers.size() ? purged : 0;
        this.floor = lives.entrySet().stream()
                .flatMap(object -> object.getValue().stream().filter(life -> life.born() != object.getKey()))
                .mapToLong(life -> Math.min(purged, life.born()))
                .reduce(unknown, Math::max);
        this.head = lives.values().stream()
                .flatMap(List::stream)
                .mapToLong(Life::last)
                .reduce(unknown, Math::max);
    }

    /** A time during which an object existed. */
    @SuppressWarnings("ArrayRecordComponent") // lives are never compared
    private record Life(long born, long last, long died, long[] facets) {

        static Life present(ResultSet row) throws SQLException {
            long[] facets = new long[Facets.LIMIT];
            for (int i = 0; i < facets.length; i++) {
                facets[i] = row.getLong(4 + i);
            }
            long died = row.getLong(8);
            boolean exists = row.wasNull();
            return new Life(row.getLong(2), row.getLong(3), exists ? Long.MAX_VALUE : died, facets);
        }

        static Life past(ResultSet row) throws SQLException {
            return new Life(row.getLong(2), row.getLong(3), row.getLong(3), new long[Facets.LIMIT]);
        }

        boolean includes(long seq) {
            return born <= seq && seq < died;
        }
    }

    private void add(long n, Life life) {
        lives.computeIfAbsent(n, any -> new ArrayList<>()).add(life);
    }

    /** Returns the state: the last change of one of the objects. */
    public State state() {
        return new State(ofType.epoch(), head);
    }

    /** Returns the sequence number from which the changes can be calculated; a purge does not move it past the state. */
    public long floor() {
        return floor;
    }

    @Override
    public List<Entry> births(long from, long to, long after, int limit) {
        return sorted(after, limit, (n, ofObject) -> {
            boolean before = ofObject.stream().anyMatch(life -> life.includes(from));
            return ofObject.stream()
                    .filter(life -> !before && life.includes(to))
                    .findFirst()
                    .map(life -> Entry.created(n, life.born()));
        });
    }

    @Override
    public List<Entry> others(long from, long to, long after, int limit) {
        return sorted(after, limit, (n, ofObject) -> {
            if (ofObject.stream().noneMatch(life -> life.includes(from))) {
                return Optional.empty();
            }
            boolean exists = ofObject.stream().anyMatch(life -> life.includes(to));
            return ofObject.stream()
                    .map(Life::last)
                    .filter(last -> last > from && last <= to)
                    .max(Comparator.naturalOrder())
                    .map(at -> new Entry(n, at, exists ? facets(ofObject, from) : Entry.DESTROYED));
        });
    }

    private static int facets(List<Life> lives, long from) {
        int facets = 0;
        for (Life life : lives) {
            for (int i = 0; i < Facets.LIMIT; i++) {
                facets |= life.facets()[i] > from ? 1 << i : 0;
            }
        }
        return facets;
    }

    private List<Entry> sorted(long after, int limit, BiFunction<Long, List<Life>, Optional<Entry>> entry) {
        List<Entry> entries = new ArrayList<>();
        lives.forEach((n, ofObject) ->
                entry.apply(n, ofObject).filter(found -> found.at() > after).ifPresent(entries::add));
        entries.sort(Comparator.comparingLong(Entry::at));
        return entries.size() > limit ? entries.subList(0, limit) : entries;
    }
}
