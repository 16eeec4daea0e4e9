package svc.store.sqlite;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.State;

/**
 * How far the accounts and types have come that the units of one group touched. Written once for all of them, just before
 * the commit; until then every unit of the group reads them here.
 */
final class Heads {

    private static final long MINUTE_MILLIS = 60_000;

    private static final Sets.Sized ACCOUNTS =
            new Sets.Sized(size -> "UPDATE account SET next_seq = v.column2 FROM (VALUES " + Sets.rows("(?,?)", size)
                    + ") AS v WHERE account.n = v.column1");
    private static final Sets.Sized STATES = new Sets.Sized(size -> "INSERT INTO state (account, type, seq) VALUES "
            + Sets.rows("(?,?,?)", size) + " ON CONFLICT (account, type) DO UPDATE SET seq = excluded.seq");
    private static final String NEWEST =
            "(SELECT max(minute) FROM tick WHERE account = v.column1 AND type = v.column2)";
    // A clock that steps back goes on in the newest minute there is, so that "at" never steps back with it.
    private static final Sets.Sized TICKS =
            new Sets.Sized(size -> "INSERT INTO tick (account, type, minute, last_seq, at)"
                    + " SELECT v.column1, v.column2, CASE WHEN " + NEWEST + " > v.column3 THEN " + NEWEST
                    + " ELSE v.column3 END, v.column4, v.column5 FROM (VALUES " + Sets.rows("(?,?,?,?,?)", size)
                    + ") AS v WHERE true ON CONFLICT (account, type, minute) DO UPDATE SET last_seq = excluded.last_seq,"
                    + " at = CASE WHEN excluded.at > tick.at THEN excluded.at ELSE tick.at END");

    private final Map<Long, Sequence> sequences = new LinkedHashMap<>();
    private final Map<Long, Map<String, State>> states = new LinkedHashMap<>();
    private final Map<String, Long> made = new HashMap<>();

    /** An account's sequence: the number that the next change takes. */
    record Sequence(long epoch, long next) {}

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

    /** The number of a type that an earlier unit of the group made. */
    long type(String type) {
        return made.getOrDefault(type, TypeNumbers.NONE);
    }

    /** The numbers of types that the group made; to be remembered once it is committed. */
    Map<String, Long> made() {
        return made;
    }

    /** Takes over what a unit did that is to stay. */
    void merge(Map<Long, Sequence> next, Map<Long, Map<String, State>> changed, Map<String, Long> types) {
        made.putAll(types);
        changed.forEach((account, heads) -> {
            Sequence sequence = next.get(account);
            if (sequence != null) {
                sequences.put(account, sequence);
            }
            states.computeIfAbsent(account, any -> new LinkedHashMap<>()).putAll(heads);
        });
    }

    void write(Statements db, TypeNumbers types, Instant now) {
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

    private long number(Statements db, String type) {
        long own = type(type);
        return own == TypeNumbers.NONE ? TypeNumbers.select(db, type) : own;
    }

    private static void write(Statements db, Sets.Sized statement, List<List<Object>> rows) {
        for (List<List<Object>> part : Sets.exact(rows)) {
            db.change(
                    statement.of(part.size()),
                    part.stream().flatMap(List::stream).toArray());
        }
    }
}
