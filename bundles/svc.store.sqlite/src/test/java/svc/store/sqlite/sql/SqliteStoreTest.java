package svc.store.sqlite;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.testkit.ScriptedDatabase;
import svc.testkit.StoreContract;

final class SqliteStoreTest extends StoreContract {

    @TempDir
    private Path directory;

    @Override
    protected Store open(Clock clock, StateListener listener) throws Exception {
        Path file = ScriptedDatabase.in(directory, SqliteStore.class);
        SqliteStore store = new SqliteStore(file, clock, new WalWatch(new Connections(file).log()));
        store.listen(listener);
        return store;
    }

    @Override
    protected void close(Store store) {
        ((SqliteStore) store).close();
    }
}
