package svc.api.erasure;

import java.util.ArrayList;
import java.util.List;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Erases the rows of an account from the tables of a bundle, in portions, and table by table in the order in which the
 * tables were added. Each table has a column {@code account}. Threading: immutable.
 */
public final class AccountTables {

    /**
     * The number of rows that one statement erases before the time is checked. The number is small because the erasure
     * of rows with large values takes long.
     */
    private static final int ROWS = 25;

    private final List<String> statements;

    private AccountTables(List<String> statements) {
        this.statements = List.copyOf(statements);
    }

    /** Returns an instance without tables. */
    public static AccountTables none() {
        return new AccountTables(List.of());
    }

    /**
     * Returns an instance with one more table.
     *
     * @param key the columns that identify a row within an account, separated by commas
     */
    public AccountTables table(String table, String key) {
        return with("DELETE FROM " + table + " WHERE account = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE account = :account LIMIT " + ROWS + ")");
    }

    /**
     * Returns an instance with one more table, whose rows of an account are erased in one statement. For tables with
     * few rows per account.
     */
    public AccountTables smallTable(String table) {
        return with("DELETE FROM " + table + " WHERE account = :account");
    }

    private AccountTables with(String statement) {
        List<String> more = new ArrayList<>(statements);
        more.add(statement);
        return new AccountTables(more);
    }

    /**
     * Erases a portion of rows, and further portions while the pace permits.
     *
     * @return whether rows may remain
     */
    public boolean eraseSome(Transaction tx, Pace pace) {
        for (String statement : statements) {
            int erased;
            do {
                erased = tx.sql().update(statement);
                if (erased > 0 && !pace.mayContinue()) {
                    return true;
                }
            } while (erased >= ROWS);
        }
        return false;
    }
}
