package svc.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.boot.BootRefusal;
import svc.api.store.Job;
import svc.api.store.JointWriting;
import svc.api.store.JointWriting.Joint;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Writing;
import svc.api.time.Clock;

/** The store on one SQLite file: one thread writes, a few connections read. There as soon as the schema is migrated. */
@Component(
        service = {Store.class, SqliteStore.class},
        immediate = true)
public final class SqliteStore implements Store {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int READERS = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

    private final Connections connections;
    private final SqlTexts texts = new SqlTexts();
    private final TypeNumbers types = new TypeNumbers();
    private final Announcer announcer = new Announcer();
    private final WalWatch wal;
    private final SnapshotPool pool;
    private final WriterThread writer;

    /** Opens the migrated database. */
    @Activate
    public SqliteStore(@Reference MigratedDatabase database, @Reference Clock clock) {
        this(database.file(), clock, new WalWatch(new Connections(database.file()).log()));
    }

    SqliteStore(Path file, Clock clock, WalWatch wal) {
        this.connections = new Connections(file);
        this.wal = wal;
        this.pool = new SnapshotPool(connections, clock, READERS, this::readEnded);
        this.writer = new WriterThread(open(connections), clock, texts, types, this::committed);
        announcer.start();
        writer.start();
    }

    private static Statements open(Connections connections) {
        try {
            return new Statements(connections.writer());
        } catch (SQLException e) {
            StoreProblem problem = Failures.of(e);
            throw new BootRefusal(
                    "The database " + connections.file() + " cannot be opened: " + problem.getMessage(),
                    problem.kind() == StoreProblem.Kind.DAMAGED
                            ? "Restore it from a backup, or move it away to begin with an empty one."
                            : "See that the file and its folder may be read and written and that the disk has room.");
        }
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "forget")
    void listen(StateListener listener) {
        announcer.listen(listener);
    }

    void forget(StateListener listener) {
        announcer.forget(listener);
    }

    @Override
    public <R> R read(Scope scope, Reading<R> work) {
        if (writer.current()) {
            throw new IllegalStateException("A write reads with its own transaction");
        }
        return pool.lend(lease -> work.in(new SqliteSnapshot(scope, lease.db(), lease, texts, types)));
    }

    @Override
    public <R> R write(Scope scope, Writing<R> work) {
        return write(work.name(), Set.of(scope), joint -> work.in(joint.of(scope)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, JointWriting<R> work) {
        return write(work.name(), scopes, work::in);
    }

    private <R> R write(String name, Set<Scope> scopes, Function<Joint, R> work) {
        if (writer.current() || pool.holds()) {
            throw new IllegalStateException("A write cannot begin inside another work of the store");
        }
        return writer.submit(new Unit<>(name, scopes, work));
    }

    @Override
    public Job job(Scope scope, Slice slice) {
        return writer.submit(new BackgroundJob(scope, slice));
    }

    @Override
    public boolean forgetDeleted() {
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

    private void committed(CommitGroup group) {
        group.units().stream().filter(unit -> !unit.failed()).forEach(Unit::committed);
        announcer.announce(group);
        wal.look(group.db(), pool);
    }

    private void readEnded(Lease lease) {
        if (wal.ended(lease)) {
            writer.upkeep(db -> wal.look(db, pool));
        }
    }

    /** Finishes what waits, then closes the file. */
    @Deactivate
    public void close() {
        writer.close(PATIENCE);
        pool.close(PATIENCE);
        announcer.close(PATIENCE.toMillis());
    }

    @Override
    public String toString() {
        return "The store on " + connections.file();
    }

    Connections connections() {
        return connections;
    }

    WriterThread writer() {
        return writer;
    }

    WalWatch wal() {
        return wal;
    }

    SnapshotPool pool() {
        return pool;
    }
}
