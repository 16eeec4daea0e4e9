package svc.store.sqlite.changelog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.State;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;
import svc.store.sqlite.sql.StatementChunks.Sized;

/**
 * Sequence numbers and type states that a commit group has changed and not yet written. Later writes of the same group
 * read these values here. One set of statements writes the values before the commit.
 */
public final class GroupStates {

    private static final long MINUTE_MILLIS = 60_000;

    private static final Sized ACCOUNTS = new Sized(size -> "UPDATE account SET next_seq = v.column2 FROM (VALUES "
            + StatementChunks.rows("(?,?)", size) + ") AS v WHERE account.n = v.column1");
    private static final Sized STATES = new Sized(size -> "INSERT INTO state (account, type, seq) VALUES "
            + StatementChunks.rows("(?,?,?)", size) + " ON CONFLICT (account, type) DO UPDATE SET seq = excluded.seq");
    private static final String NEWEST =
            "(SELECT max(minute) FROM tick WHERE account = v.column1 AND type = v.column2)";
    // If the clock steps back, the row of the newest minute is updated, so that "at" never decreases.
    private static final Sized TICKS = new Sized(size -> "INSERT INTO tick (account, type, minute, last_seq, at)"
            + " SELECT v.column1, v.column2, CASE WHEN " + NEWEST + " > v.column3 THEN " + NEWEST
            + " ELSE v.column3 END, v.column4, v.column5 FROM (VALUES "
            + StatementChunks.rows("(?,?,?,?,?)", size)
            + ") AS v WHERE true ON CONFLICT (account, type, minute) DO UPDATE SET last_seq = excluded.last_seq,"
            + " at = CASE WHEN excluded.at > tick.at THEN excluded.at ELSE tick.at END");

    private final Map<Long, Sequence> sequences = new LinkedHashMap<>();
    private final Map<Long, Map<String, State>> states = new LinkedHashMap<>();
    private final Map<String, Long> made = new HashMap<>();

    /** The epoch of an account, the number of its next change, and whether the account has watched containers. */
    record Sequence(long epoch, long next, boolean isWatched) {

        Sequence at(long other) {
            return new Sequence(epoch, other, isWatched);
        }

        Sequence watched() {
            return new Sequence(epoch, next, true);
        }
    }

    @Nullable
    Sequence sequence(long account) {
        return sequences.get(account);
    }

    @Nullable
    State state(long account, String type) {
        return states.getOrDefault(account, Map.of()).get(type);
    }

    Set<String> types(long account) {
        return states.getOrDefault(account, Map.of()).keySet();
    }

    /** Returns the number of a type that an earlier write of the group inserted. */
    long type(String type) {
        return made.getOrDefault(type, TypeNumbers.NONE);
    }

    /** Returns the type numbers that the group inserted; they may be cached after the commit. */
    public Map<String, Long> made() {
        return made;
    }

    /** Adds the result of a successful write. */
    void merge(Map<Long, Sequence> next, Map<Long, Map<String, State>> changed, Map<String, Long> types) {
        made.putAll(types);
        next.forEach((account, sequence) -> {
            if (sequence.isWatched()) {
                sequences.computeIfPresent(account, (same, known) -> known.watched());
            }
        });
        changed.forEach((account, heads) -> {
            Sequence sequence = next.get(account);
            if (sequence != null) {
                sequences.put(account, sequence);
            }
            states.computeIfAbsent(account, any -> new LinkedHashMap<>()).putAll(heads);
        });
    }

    public void write(StatementCache db, TypeNumbers types, Instant now) {
        List<List<Object>> accounts = new ArrayList<>();
        sequences.forEach((account, sequence) -> accounts.add(List.of(account, sequence.next())));
        write(db, ACCOUNTS, accounts);
        long at = now.toEpochMilli();
        long minute = Math.floorDiv(at, MINUTE_MILLIS);
        List<List<Object>> heads = new ArrayList<>();
        List<List<Object>> ticks = new ArrayList<>();
        states.forEach((account, ofAccount) -> ofAccount.forEach((name, state) -> {
            long known = types.known(name);
            long type = known == TypeNumbers.NONE ? number(db, name) : known;
            heads.add(List.of(account, type, state.sequence()));
            ticks.add(List.of(account, type, minute, state.sequence(), at));
        }));
        write(db, STATES, heads);
        write(db, TICKS, ticks);
    }

    private long number(StatementCache db, String type) {
        long own = type(type);
        return own == TypeNumbers.NONE ? TypeNumbers.select(db, type) : own;
    }

    private static void write(StatementCache db, Sized statement, List<List<Object>> rows) {
        for (List<List<Object>> part : StatementChunks.exact(rows)) {
            db.change(
                    statement.of(part.size()),
                    part.stream().flatMap(List::stream).toArray());
        }
    }
}
