package svc.store.sqlite;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The numbers that stand for the names of types in the hot tables. A number once committed never changes, so what was
 * committed is remembered for good; what the running transaction made is known only to that transaction.
 */
final class TypeNumbers {

    /** Stands for a type of which nothing was ever written. */
    static final long NONE = -1;

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9:._-]{0,63}");

    private final Map<String, Long> committed = new ConcurrentHashMap<>();

    /** The number of a type, or {@link #NONE}. */
    long known(String type) {
        Long number = committed.get(type);
        return number == null ? NONE : number;
    }

    /** Looks a type up in a snapshot of what is committed. */
    long read(Statements db, String type) {
        long number = known(type);
        if (number == NONE) {
            number = select(db, checked(type));
            if (number != NONE) {
                committed.put(type, number);
            }
        }
        return number;
    }

    /** Remembers numbers that have been committed. */
    void committed(Map<String, Long> numbers) {
        committed.putAll(numbers);
    }

    static long select(Statements db, String type) {
        return db.number(NONE, "SELECT n FROM object_type WHERE name = ?", type);
    }

    static long insert(Statements db, String type) {
        return db.number(NONE, "INSERT INTO object_type (name) VALUES (?) RETURNING n", type);
    }

    static String checked(String type) {
        if (!NAME.matcher(type).matches()) {
            throw new IllegalArgumentException("A type's name is a letter and up to 63 letters, digits and : . _ -");
        }
        return type;
    }
}
