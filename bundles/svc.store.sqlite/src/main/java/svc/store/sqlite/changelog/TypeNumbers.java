package svc.store.sqlite.changelog;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import svc.store.sqlite.sql.StatementCache;

/**
 * Maps type names to the numbers that the large tables store. A committed number never changes, so it is cached without
 * a time limit. A number that a transaction in progress inserted is known only to that transaction. Thread-safe.
 */
public final class TypeNumbers {

    /** The number of a type without a row. */
    static final long NONE = -1;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9:._-]{0,63}");

    private final Map<String, Long> committed = new ConcurrentHashMap<>();

    /** Returns the cached number of a type, or {@link #NONE}. */
    long known(String type) {
        Long number = committed.get(type);
        return number == null ? NONE : number;
    }

    /** Returns the number of a type in a committed snapshot, or {@link #NONE}. */
    public long read(StatementCache db, String type) {
        long number = known(type);
        if (number == NONE) {
            number = select(db, checked(type));
            if (number != NONE) {
                committed.put(type, number);
            }
        }
        return number;
    }

    /** Caches numbers that have been committed. */
    public void committed(Map<String, Long> numbers) {
        committed.putAll(numbers);
    }

    static long select(StatementCache db, String type) {
        return db.number(NONE, "SELECT n FROM object_type WHERE name = ?", type);
    }

    static long insert(StatementCache db, String type) {
        return db.number(NONE, "INSERT INTO object_type (name) VALUES (?) RETURNING n", type);
    }

    static String checked(String type) {
        if (!NAME.matcher(type).matches()) {
            throw new IllegalArgumentException("A type name must be a letter and up to 63 letters, digits and : . _ -");
        }
        return type;
    }
}
