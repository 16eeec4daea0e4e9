package svc.auth.storage;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Sql;

/** Reads columns and single results of queries. */
public final class Rows {

    private Rows() {}

    /** Returns the first row of a query. */
    public static <R> Optional<R> first(Sql sql, String query, Function<Row, R> reader, @Nullable Object... arguments) {
        return sql.select(query, reader, arguments).stream().findFirst();
    }

    /** Returns the number that a query counts. */
    public static long count(Sql sql, String query, @Nullable Object... arguments) {
        return sql.select(query, row -> row.getLong(1), arguments).get(0);
    }

    /** Returns a text of a column that is never null. */
    public static String text(Row row, int column) {
        return requireNonNull(row.getString(column));
    }

    /** Returns the time of a column of milliseconds. */
    public static Instant time(Row row, int column) {
        return Instant.ofEpochMilli(row.getLong(column));
    }
}
