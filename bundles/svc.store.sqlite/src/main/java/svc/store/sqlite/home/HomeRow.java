package svc.store.sqlite.home;

import java.sql.ResultSet;
import java.sql.SQLException;
import svc.store.sqlite.sql.StatementCache;

/**
 * The row of the table {@code store_home}.
 *
 * @param mark the identity and progress
 * @param restored the generation in which the database was last found restored; 0 when never
 */
public record HomeRow(HomeMark mark, long restored) {

    /** After a restore, the first new object number is the generation, shifted left by this number of bits. */
    private static final int SECOND = 20;

    public static final String SELECT = "SELECT id, generation, commits, restored FROM store_home";

    public static HomeRow of(ResultSet row) throws SQLException {
        return new HomeRow(new HomeMark(row.getString(1), row.getLong(2), row.getLong(3)), row.getLong(4));
    }

    /** Writes the row. After a restore it also gives every account a new epoch and numbers above all used ones. */
    static void write(StatementCache db, HomeStart start) {
        HomeMark next = start.next();
        boolean restored = start.finding().restored();
        db.change(
                "UPDATE store_home SET id = ?, generation = ?, commits = ?, restored = CASE WHEN ? THEN ? ELSE restored END",
                next.id(),
                next.generation(),
                next.commits(),
                restored,
                next.generation());
        if (restored) {
            beginAnew(db, next.generation());
        }
    }

    /**
     * Raises epochs and numbers after a restore. The generation is then at least the time in seconds, and 2^20 numbers
     * are reserved for each second. So the next numbers are above all numbers that any copy of this database has used,
     * at up to a million changes per second.
     */
    private static void beginAnew(StatementCache db, long generation) {
        long first = generation << SECOND;
        db.change(
                "UPDATE account SET epoch = ?, next_seq = CASE WHEN next_seq < ? THEN ? ELSE next_seq END",
                generation,
                first,
                first);
        db.change("UPDATE account_number SET last = ? WHERE last < ?", first, first);
        // SQLite has this table if a table of any bundle uses AUTOINCREMENT.
        if (db.number(0, "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") == 1) {
            db.change("UPDATE sqlite_sequence SET seq = ? WHERE seq < ?", first, first);
        }
    }
}
