package svc.api.store;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Changes a bundle's own tables, a set at a time. The rules of {@link Sql} hold; statements that begin or end transactions,
 * and every other that is not insert, update or delete, are refused.
 */
@ProviderType
public interface SqlWriter extends Sql {

    /** Runs a statement; the number of rows it changed. */
    int change(String statement, @Nullable Object... arguments);

    /** Runs a statement with {@code in (??)} over a set of any size; the number of rows it changed. */
    int changeAmong(String statement, Collection<Long> numbers, @Nullable Object... arguments);

    /**
     * Runs an insert of many rows. The statement is written for one row, {@code insert into note(account,n,title) values
     * (:account,?,?)}, maybe with an {@code on conflict} clause without arguments; the store repeats the row.
     */
    int insert(String statement, List<? extends List<? extends @Nullable Object>> rows);
}
