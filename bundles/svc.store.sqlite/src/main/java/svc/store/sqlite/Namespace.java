package svc.store.sqlite;

import java.util.Locale;

/**
 * A namespace as the database knows it.
 *
 * @param name the name from the bundle's manifest
 * @param number the number its versions start with in Flyway's history; never given to another
 * @param state whether its bundle is expected
 * @param bundle the symbolic name of the bundle that brought it
 */
record Namespace(String name, int number, State state, String bundle) {

    /** The same with another state. */
    Namespace in(State other) {
        return new Namespace(name, number, other, bundle);
    }

    /** Whether its bundle is expected. */
    enum State {
        /** A start without its bundle is refused. */
        ACTIVE,
        /** Its tables are kept; the server starts without its bundle. */
        PARKED,
        /** Its tables were exported and dropped; only the number stays taken. */
        RETIRED;

        /** As it stands in the table. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
