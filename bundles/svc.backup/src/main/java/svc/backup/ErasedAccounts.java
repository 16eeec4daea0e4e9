package svc.backup;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.backup.format.ErasureRecord;
import svc.backup.format.Repository;

/**
 * The erased accounts that the repository does not know yet. An erasure only adds a row, because the repository may be
 * out of reach; the row is deleted when the repository has a record of the account. Thread-safe.
 */
@Component(service = ErasedAccounts.class)
public final class ErasedAccounts {

    private static final int PORTION = 400;

    private static final String INSERT =
            "INSERT INTO erased_account (account, erased_at) VALUES (:account, ?) ON CONFLICT (account) DO NOTHING";
    private static final String SELECT =
            "SELECT account, erased_at FROM erased_account ORDER BY account LIMIT " + PORTION;
    private static final String DELETE = "DELETE FROM erased_account WHERE account IN (??)";
    private static final String PENDING = "SELECT count(*), min(erased_at) FROM erased_account HAVING count(*) > 0";

    private final Store store;

    @Activate
    public ErasedAccounts(@Reference Store store) {
        this.store = store;
    }

    private record Erased(long account, Instant at) {}

    /**
     * Erased accounts without a record in the repository.
     *
     * @param count their number
     * @param oldest the time of the earliest erasure
     */
    record Pending(long count, Instant oldest) {}

    /** Adds the account of the scope. */
    static void add(SqlWriter sql, Instant now) {
        sql.update(INSERT, now.toEpochMilli());
    }

    /** Returns how many accounts have no record; empty if all have one. */
    Optional<Pending> pending() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .first(PENDING, row -> new Pending(row.getLong(1), Instant.ofEpochMilli(row.getLong(2)))));
    }

    /** Stores the missing records in the repository. Repeats what an interrupted call did. */
    void record(Repository repository) throws IOException {
        for (List<Erased> some = some(); !some.isEmpty(); some = some()) {
            for (Erased erased : some) {
                new ErasureRecord(ObjectId.format(Account.LETTER, erased.account()), erased.at()).write(repository);
            }
            List<Long> recorded = some.stream().map(Erased::account).toList();
            store.write(
                    Scope.system(),
                    TransactionCallback.named(
                            "svc.backup: erasures are recorded", tx -> tx.sql().updateIn(DELETE, recorded)));
        }
    }

    private List<Erased> some() {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(SELECT, row -> new Erased(row.getLong(1), Instant.ofEpochMilli(row.getLong(2)))));
    }
}
