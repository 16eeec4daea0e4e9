package svc.store.sqlite.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with its prepared statements. When there are too many, the least recently used one is closed. Not
 * thread-safe.
 */
public final class StatementCache implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StatementCache.class);
    private static final int KEPT = 256;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(KEPT, 0.75f, true);

    public StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** Maps a row to a value. */
    @FunctionalInterface
    public interface Reader<R> {
        R of(ResultSet row) throws SQLException;
    }

    /** Uses a row. */
    @FunctionalInterface
    public interface Row {
        void use(ResultSet row) throws SQLException;
    }

    /** Returns all rows of a query. */
    public <R> List<R> list(String sql, Reader<R> reader, @Nullable Object... arguments) {
        List<R> list = new ArrayList<>();
        each(sql, row -> list.add(reader.of(row)), arguments);
        return list;
    }

    /** Passes all rows of a query to a callback, one at a time. */
    public void each(String sql, Row callback, @Nullable Object... arguments) {
        use(sql, statement -> {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    callback.use(rows);
                }
            }
            return true;
        });
    }

    /** Passes the rows of some objects of a type to a callback. The query gets the account, the type and the numbers. */
    public void each(StatementChunks.Sized query, long account, long type, Collection<Long> numbers, Row callback) {
        for (List<Long> part : StatementChunks.filled(List.copyOf(numbers))) {
            List<@Nullable Object> arguments = new ArrayList<>(List.of(account, type));
            arguments.addAll(part);
            each(query.of(part.size()), callback, arguments.toArray());
        }
    }

    /** Returns the first column of the first row, or {@code otherwise} when there is no row. */
    public long number(long otherwise, String sql, @Nullable Object... arguments) {
        return use(sql, statement -> {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : otherwise;
            }
        });
    }

    /** Runs a statement that changes rows, and returns the number of rows. */
    public int change(String sql, @Nullable Object... arguments) {
        return use(sql, statement -> {
            bind(statement, arguments);
            return statement.executeUpdate();
        });
    }

    /** Runs a statement without a result, such as begin, commit or a savepoint. */
    public void run(String sql) throws SQLException {
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
            throw SqliteErrors.of(e);
        }
    }

    /** Removes a failed statement from the cache, because the driver cannot reuse it. */
    private void forget(String sql) {
        try (PreparedStatement failed = prepared.remove(sql)) {
            LOG.trace("Forgotten: {}", failed);
        } catch (SQLException e) {
            LOG.trace("The failed statement could not be closed", e);
        }
    }

    /**
     * Returns whether a transaction is open. Call it only after a failure, because it runs a statement that fails
     * inside a transaction.
     */
    public boolean inTransaction() {
        try {
            run("BEGIN");
        } catch (SQLException within) {
            return true;
        }
        try {
            run("ROLLBACK");
        } catch (SQLException e) {
            throw SqliteErrors.of(e);
        }
        return false;
    }

    public Connection connection() {
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
