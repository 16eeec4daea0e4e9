package svc.api.store;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads a bundle's own tables.
 *
 * <p>In a statement, {@code :account} is bound by the store to the number of the scope. Outside the system scope a
 * statement without it is rejected, so that no row of another account is read by mistake. {@code ?} binds the arguments
 * in order (integers, strings, bytes, null), {@code (??)} binds a set of numbers of any size. Use constant statement
 * texts: statements are prepared once and cached.
 *
 * <p>Threading and lifecycle: as for the {@link Snapshot} that returned it.
 */
@ProviderType
public interface Sql {

    /** Returns the rows of a query, in its order. */
    <R> List<R> select(String query, Function<Row, R> reader, @Nullable Object... arguments);

    /** Returns the first row of a query; empty if it has none. */
    default <R> Optional<R> first(String query, Function<Row, R> reader, @Nullable Object... arguments) {
        return select(query, reader, arguments).stream().findFirst();
    }

    /** Returns the first column of the first row of a query, as a number; 0 if it is null. */
    default long number(String query, @Nullable Object... arguments) {
        return first(query, row -> row.getLong(1), arguments).orElseThrow();
    }

    /** Returns whether a query has a row. */
    default boolean exists(String query, @Nullable Object... arguments) {
        return first(query, row -> true, arguments).isPresent();
    }

    /**
     * Returns the rows of a query with {@code in (??)}. A large set is queried in several parts; the order of the query
     * holds only within each part.
     */
    <R> List<R> selectIn(
            String query, Collection<Long> numbers, Function<Row, R> reader, @Nullable Object... arguments);
}
