package svc.store.sqlite;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.StartupException;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.Store.HomeIdentity;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.disk.DatabaseSize;
import svc.store.sqlite.disk.DiskProbe;
import svc.store.sqlite.home.HomeMark;
import svc.store.sqlite.home.HomeRow;
import svc.store.sqlite.home.HomeTwin;
import svc.store.sqlite.home.OpenedFile;
import svc.store.sqlite.home.TwinKeeper;
import svc.store.sqlite.schema.BundleMigrations;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.store.sqlite.schema.SchemaException;
import svc.store.sqlite.schema.SchemaState;
import svc.store.sqlite.snapshot.SnapshotLease;
import svc.store.sqlite.snapshot.SnapshotPool;
import svc.store.sqlite.snapshot.SqliteSnapshot;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.writer.CommitGroup;
import svc.store.sqlite.writer.QueuedBackgroundTask;
import svc.store.sqlite.writer.QueuedWrite;
import svc.store.sqlite.writer.StateChangePublisher;
import svc.store.sqlite.writer.WriterThread;

/**
 * A store on one SQLite file, with one writer thread and a few read connections. The service is available after the
 * schema migration.
 */
@Component(
        service = {Store.class, SqliteStore.class},
        immediate = true)
public final class SqliteStore implements Store {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The system property with which tests make the store run every write twice and undo the first run. */
    private static final String TWICE = "svc.store.twice";

    private static final int READERS =
            readers(Runtime.version().feature(), Runtime.getRuntime().availableProcessors());

    private final Connections connections;
    private final SqlTemplateCache texts = new SqlTemplateCache(BundleMigrations::tableOwner);
    private final TypeNumbers types = new TypeNumbers();
    private final StateChangePublisher publisher = new StateChangePublisher();
    private final WalCheckpointer wal;
    private final SnapshotPool pool;
    private final WriterThread writer;
    private final OpenedFile opened;
    private final HomeRow row;
    private final AtomicLong kept = new AtomicLong();
    private final TwinKeeper twin;
    private final DatabaseSize size;

    @Activate
    public SqliteStore(
            @Reference MigratedDatabase database,
            @Reference Clock clock,
            @Reference(target = "(svc.launcher=failure)") Consumer<String> failure) {
        this(
                database,
                clock,
                new WalCheckpointer(new Connections(database.file()).log()),
                defect -> failure.accept("The database writer stopped after an internal error: " + defect),
                Boolean.getBoolean(TWICE));
    }

    /** Opens a migrated database for a process without a launcher. A failure of the writer thread is only logged. */
    public SqliteStore(MigratedDatabase database, Clock clock) {
        this(
                database,
                clock,
                new WalCheckpointer(new Connections(database.file()).log()),
                defect -> {},
                Boolean.getBoolean(TWICE));
    }

    /**
     * Opens a migrated database for a process without a launcher.
     *
     * @param twice whether every write and slice runs twice, for tests: the first run is undone, as after a conflict
     */
    public static SqliteStore of(MigratedDatabase database, Clock clock, boolean twice) {
        return new SqliteStore(
                database, clock, new WalCheckpointer(new Connections(database.file()).log()), defect -> {}, twice);
    }

    /** Opens a store without the component runtime. */
    public static SqliteStore of(Path file, Clock clock, WalCheckpointer wal) {
        return new SqliteStore(file, clock, wal);
    }

    private SqliteStore(Path file, Clock clock, WalCheckpointer wal) {
        this(new MigratedDatabase(file), clock, wal, defect -> {}, Boolean.getBoolean(TWICE));
    }

    private SqliteStore(
            MigratedDatabase database, Clock clock, WalCheckpointer wal, Consumer<Throwable> failed, boolean twice) {
        this.connections = new Connections(database.file());
        this.wal = wal;
        this.pool = new SnapshotPool(connections, clock, READERS, this::readEnded);
        this.opened = opened(connections);
        StatementCache db = open(connections);
        this.size = new DatabaseSize(connections, db);
        this.row = db.list(HomeRow.SELECT, HomeRow::of).get(0);
        this.twin = new TwinKeeper(new HomeTwin(database.twins()), clock, this::mark, opened::look);
        this.writer = new WriterThread(db, opened, clock, texts, types, this::committed, failed, twice);
        publisher.start();
        writer.start();
        twin.start();
    }

    private static OpenedFile opened(Connections connections) {
        try {
            return new OpenedFile(connections.file());
        } catch (IOException e) {
            throw new StartupException(
                    "The database " + connections.file() + " cannot be examined: " + e,
                    "Make sure that the file and its folder can be read and written.");
        }
    }

    private static StatementCache open(Connections connections) {
        try {
            return new StatementCache(connections.writer());
        } catch (SQLException e) {
            StoreException problem = SqliteErrors.of(e);
            Optional<String> disk = DiskProbe.trouble(connections.file());
            if (disk.isPresent()) {
                throw new StartupException(disk.get(), DiskProbe.REMEDY);
            }
            throw new StartupException(
                    "The database " + connections.file() + " cannot be opened: " + problem.getMessage(),
                    problem.kind() == StoreException.Kind.DAMAGED
                            ? "Restore it from a backup, or move it away to start with an empty one."
                            : "Make sure that the file and its folder can be read and written and that the disk has free space.");
        }
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "forget")
    public void listen(StateListener listener) {
        publisher.listen(listener);
    }

    void forget(StateListener listener) {
        publisher.forget(listener);
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> work) {
        if (writer.current()) {
            throw new IllegalStateException("A write must read with its own transaction");
        }
        return pool.lend(scope.n(), lease -> work.run(new SqliteSnapshot(scope, lease.db(), lease, texts, types)));
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        return write(work.name(), Set.of(scope), joint -> work.run(joint.of(scope)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
        return write(work.name(), scopes, work::run);
    }

    private <R> R write(String name, Set<Scope> scopes, Function<Joint, R> work) {
        if (writer.current() || pool.holds()) {
            throw new IllegalStateException("A write cannot start inside another read or write of the store");
        }
        return writer.submit(new QueuedWrite<>(name, scopes, work));
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return writer.submit(new QueuedBackgroundTask(scope, slice));
    }

    @Override
    public boolean overwriteDeleted() {
        CompletableFuture<Boolean> cut = new CompletableFuture<>();
        writer.upkeep(db -> cut.complete(wal.cut(db)));
        try {
            return cut.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
    }

    @Override
    public Optional<HomeIdentity> home() {
        HomeMark mark = row.mark();
        return mark.id().isEmpty()
                ? Optional.empty()
                : Optional.of(new HomeIdentity(mark.id(), mark.generation(), row.restored()));
    }

    private HomeMark mark() {
        HomeMark opened = row.mark();
        return new HomeMark(opened.id(), opened.generation(), opened.commits() + kept.get());
    }

    /**
     * Returns the number of concurrent reads. Before Java 21, requests run on platform threads, for which a wait costs more
     * than a further concurrent read. Virtual threads wait at almost no cost, but a read pins one of their few carriers.
     */
    static int readers(int javaVersion, int processors) {
        int each = javaVersion >= 21 ? 2 : 4;
        return each * Math.max(2, processors);
    }

    private void committed(CommitGroup group) {
        if (group.kept()) {
            kept.incrementAndGet();
            twin.committed();
        }
        group.pages().ifPresent(size::committed);
        group.units().stream().filter(unit -> !unit.failed()).forEach(QueuedWrite::committed);
        publisher.announce(group);
        wal.look(group.db(), pool);
    }

    private void readEnded(SnapshotLease lease) {
        if (wal.ended(lease)) {
            writer.upkeep(db -> wal.look(db, pool));
        }
    }

    /** Completes the queued writes and closes the database file. */
    @Deactivate
    public void close() {
        writer.close(PATIENCE);
        twin.close(PATIENCE);
        pool.close(PATIENCE);
        publisher.close(PATIENCE.toMillis());
    }

    @Override
    public String toString() {
        return "The store on " + connections.file();
    }

    /**
     * Returns a sentence if no commit is possible because the database file was removed or replaced; empty otherwise.
     */
    Optional<String> fileTrouble() {
        return opened.look();
    }

    /** Returns the schema, read in one snapshot. */
    public SchemaState schema() {
        return pool.lend(Scope.system().n(), lease -> {
            try {
                return SchemaState.read(lease.db());
            } catch (StoreException e) {
                throw e.getCause() instanceof SQLException cause ? SchemaException.of(cause, connections.file()) : e;
            }
        });
    }

    public Connections connections() {
        return connections;
    }

    public WriterThread writer() {
        return writer;
    }

    DatabaseSize size() {
        return size;
    }

    public WalCheckpointer wal() {
        return wal;
    }

    public SnapshotPool pool() {
        return pool;
    }
}
