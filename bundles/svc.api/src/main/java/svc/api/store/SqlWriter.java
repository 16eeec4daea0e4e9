package svc.api.store;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Changes a bundle's own tables. The rules of {@link Sql} apply. Only insert, update and delete statements are
 * accepted; statements that begin or end transactions are rejected. Such a statement with a {@code returning} clause can
 * be run by a method that queries, for example to get the number that the database gave to a new row.
 */
@ProviderType
public interface SqlWriter extends Sql {

    /** Runs a statement. Returns the number of changed rows. */
    int update(String statement, @Nullable Object... arguments);

    /** Runs a statement with {@code in (??)} over a set of any size. Returns the number of changed rows. */
    int updateIn(String statement, Collection<Long> numbers, @Nullable Object... arguments);

    /**
     * Inserts many rows. The statement is written for one row,
     * {@code insert into note(account,n,title) values (:account,?,?)}, optionally with an {@code on conflict} clause
     * without arguments. The store extends the statement to many rows.
     */
    int insert(String statement, List<? extends List<? extends @Nullable Object>> rows);
}
