package svc.api.store;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Reads a bundle's own tables, a set at a time.
 *
 * <p>In a statement {@code :account} stands for the scope's number and is bound by the store; outside the system's scope a
 * statement that does not mention it is refused, so that no row of another account is reached by mistake. {@code ?} stands
 * for the arguments in their order (integers, texts, bytes, null), {@code (??)} for a set of numbers of any size. Keep the
 * texts constant: statements are prepared once and kept.
 *
 * <p>Threading and lifecycle: as the {@link Snapshot} it comes from.
 */
@ProviderType
public interface Sql {

    /** The rows of a query, in its order. */
    <R> List<R> select(String query, Function<Row, R> reader, @Nullable Object... arguments);

    /**
     * The rows of a query with {@code in (??)}. A large set goes to the database in several parts: the rows come in the
     * query's order only within each part.
     */
    <R> List<R> selectAmong(
            String query, Collection<Long> numbers, Function<Row, R> reader, @Nullable Object... arguments);
}
