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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with its prepared statements. Used by one thread at a time; the least recently used statement goes when
 * there are too many.
 */
final class Statements implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Statements.class);
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
        return use(sql, statement -> {
            bind(statement, arguments);
            List<R> list = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    list.add(reader.of(rows));
                }
            }
            return list;
        });
    }

    /** The first column of the only row, or {@code otherwise}. */
    long number(long otherwise, String sql, @Nullable Object... arguments) {
        return use(sql, statement -> {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : otherwise;
            }
        });
    }

    /** Runs a statement that changes rows; how many. */
    int change(String sql, @Nullable Object... arguments) {
        return use(sql, statement -> {
            bind(statement, arguments);
            return statement.executeUpdate();
        });
    }

    /** Runs a statement that gives nothing back: begin, commit, savepoints. */
    void run(String sql) throws SQLException {
        PreparedStatement statement = statement(sql);
        try {
            statement.execute();
        } catch (SQLException e) {
            forget(sql);
            throw e;
        }
    }

    private interface Use<R> {
        R of(PreparedStatement statement) throws SQLException;
    }

    private <R> R use(String sql, Use<R> use) {
        try {
            return use.of(statement(sql));
        } catch (SQLException e) {
            forget(sql);
            throw Failures.of(e);
        }
    }

    /** The driver does not let a statement be used again after it failed. */
    private void forget(String sql) {
        try (PreparedStatement failed = prepared.remove(sql)) {
            LOG.trace("Forgotten: {}", failed);
        } catch (SQLException e) {
            LOG.trace("The failed statement could not be closed in order", e);
        }
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

    private static void bind(PreparedStatement statement, @Nullable Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
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
