package svc.store.sqlite.image;

import java.nio.file.Path;
import java.time.Duration;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.time.Clock;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.schema.BundleMigrations;
import svc.store.sqlite.snapshot.SnapshotPool;
import svc.store.sqlite.snapshot.SqliteSnapshot;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.SqlTemplateCache;

/** A restored database, read on connections of its own. */
final class RestoredDatabase implements RestoredStore {

    private static final int READERS = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SqlTemplateCache texts = new SqlTemplateCache(BundleMigrations::tableOwner);
    private final TypeNumbers types = new TypeNumbers();
    private final SnapshotPool pool;

    RestoredDatabase(Path file, Clock clock) {
        this.pool = new SnapshotPool(new Connections(file), clock, READERS, lease -> {});
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> work) {
        return pool.lend(scope.n(), lease -> work.run(new SqliteSnapshot(scope, lease.db(), lease, texts, types)));
    }

    @Override
    public void close() {
        pool.close(PATIENCE);
    }
}
