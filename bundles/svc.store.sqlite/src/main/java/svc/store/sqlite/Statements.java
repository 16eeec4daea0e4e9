package svc.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection with its prepared statements. Used by one thread at a time; the least recently used statement goes when
 * there are too many.
 */
final class Statements implements AutoCloseable {

    private static final int KEPT = 256;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(KEPT, 0.75f, true);

    Statements(Connection connection) {
        this.connection = connection;
    }

    /** Makes something of a row. */
    @FunctionalInterface
    interface Reader<R> {
        R of(ResultSet row) throws SQLException;
    }

    /** All rows of a query. */
    <R> List<R> list(String sql, Reader<R> reader, @Nullable Object... arguments) {
        try (ResultSet rows = bound(sql, arguments).executeQuery()) {
            List<R> list = new ArrayList<>();
            while (rows.next()) {
                list.add(reader.of(rows));
            }
            return list;
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    /** The first column of the only row, or {@code otherwise}. */
    long number(long otherwise, String sql, @Nullable Object... arguments) {
        try (ResultSet rows = bound(sql, arguments).executeQuery()) {
            return rows.next() ? rows.getLong(1) : otherwise;
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    /** Runs a statement that changes rows; how many. */
    int change(String sql, @Nullable Object... arguments) {
        try {
            return bound(sql, arguments).executeUpdate();
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    /** Runs a statement that gives nothing back: begin, commit, savepoints. */
    void run(String sql) throws SQLException {
        statement(sql).execute();
    }

    /** Whether a transaction is open. Only to be asked after a failure: it costs a statement that fails. */
    boolean inTransaction() {
        try {
            run("BEGIN");
        } catch (SQLException within) {
            return true;
        }
        try {
            run("ROLLBACK");
        } catch (SQLException e) {
            throw Failures.of(e);
        }
        return false;
    }

    Connection connection() {
        return connection;
    }

    private PreparedStatement bound(String sql, @Nullable Object... arguments) throws SQLException {
        PreparedStatement statement = statement(sql);
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }

    private PreparedStatement statement(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement fresh = connection.prepareStatement(sql);
        prepared.put(sql, fresh);
        if (prepared.size() > KEPT) {
            var eldest = prepared.values().iterator();
            PreparedStatement gone = eldest.next();
            eldest.remove();
            gone.close();
        }
        return fresh;
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
        connection.close();
    }
}
