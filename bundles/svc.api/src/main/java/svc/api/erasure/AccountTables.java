package svc.api.erasure;

import java.util.ArrayList;
import java.util.List;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/**
 * The rows of an account in the tables of a bundle, erased a portion at a time in the order in which the tables are named. The
 * tables have a column {@code account}. Threading: immutable.
 */
public final class Portions {

    private static final int ROWS = 400;

    private final List<String> statements;

    private Portions(List<String> statements) {
        this.statements = List.copyOf(statements);
    }

    /** Of no table yet. */
    public static Portions none() {
        return new Portions(List.of());
    }

    /**
     * And of this table.
     *
     * @param key the columns that name a row of one account, with commas between them
     */
    public Portions of(String table, String key) {
        return with("DELETE FROM " + table + " WHERE account = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE account = :account LIMIT " + ROWS + ")");
    }

    /** And of this table, which has few rows of one account. */
    public Portions ofFew(String table) {
        return with("DELETE FROM " + table + " WHERE account = :account");
    }

    private Portions with(String statement) {
        List<String> more = new ArrayList<>(statements);
        more.add(statement);
        return new Portions(more);
    }

    /**
     * Erases a portion.
     *
     * @return whether there may be more
     */
    public boolean erase(Transaction tx, Pace pace) {
        for (String statement : statements) {
            int erased = tx.sql().change(statement);
            if (erased == ROWS || (erased > 0 && !pace.permits())) {
                return true;
            }
        }
        return false;
    }
}
