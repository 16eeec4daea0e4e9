package svc.store.sqlite.sql;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.contract.StoreContract;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.testkit.MigratedDatabaseFixture;

final class SqliteStoreTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open(Clock clock, StateListener listener) throws Exception {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class);
        SqliteStore store = SqliteStore.of(file, clock, new WalCheckpointer(new Connections(file).log()));
        store.listen(listener);
        return store;
    }

    @Override
    protected void close(Store store) {
        ((SqliteStore) store).close();
    }
}
