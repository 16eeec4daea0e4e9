package svc.store.sqlite.writer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.api.store.State;
import svc.api.store.Transaction;
import svc.api.store.Transaction.Durable;
import svc.api.store.Visibility;
import svc.store.sqlite.changelog.ChangeLog;
import svc.store.sqlite.changelog.ChangeRows.Event;
import svc.store.sqlite.changelog.StateRows;
import svc.store.sqlite.disk.FreePages;
import svc.store.sqlite.snapshot.IndexRows;
import svc.store.sqlite.snapshot.SqliteSnapshot;
import svc.store.sqlite.sql.StatementChunks;

/** The transaction of a write in one of its scopes. */
public final class SqliteTransaction extends SqliteSnapshot implements Transaction {

    private static final String ENROL = "INSERT INTO account (n, org, ext_id) SELECT 1 + max("
            + "(SELECT max(n) FROM account), (SELECT last FROM account_number)), ?, ? RETURNING n";

    private static final StatementChunks.Sized PUT = new StatementChunks.Sized(
            size -> "INSERT INTO obj (account, type, n, body) VALUES " + StatementChunks.rows("(?,?,?,?)", size)
                    + " ON CONFLICT (account, type, n) DO UPDATE SET body = excluded.body");
    private static final StatementChunks.Sized REMOVE = new StatementChunks.Sized(
            size -> "DELETE FROM obj WHERE account = ? AND type = ? AND n IN (" + StatementChunks.marks(size) + ")");

    private static final int EXPIRED_AT_ONCE = 50;

    private final ChangeLog log;
    private final Savepoints attempts;
    private final Set<Durable> required;

    SqliteTransaction(Scope scope, WriteContext write) {
        super(scope, write.db(), write, write.texts(), write.types());
        this.log = write.log();
        this.attempts = write.attempts();
        this.required = write.required();
    }

    @Override
    public long type(String type) {
        return log.type(type);
    }

    @Override
    public State head(String type) {
        return log.state(account(), type);
    }

    @Override
    public Set<String> types() {
        Set<String> types = new LinkedHashSet<>(super.types());
        use(() -> types.addAll(log.changedTypes(account())));
        return types;
    }

    @Override
    public State state(String type, Visibility visibility) {
        run(log::write);
        return super.state(type, visibility);
    }

    @Override
    public Optional<State> watchedState(Collection<String> types, long container) {
        run(log::write);
        return super.watchedState(types, container);
    }

    @Override
    public Optional<Changes> changes(String type, State since, int max, Visibility visibility) {
        run(log::write);
        return super.changes(type, since, max, visibility);
    }

    @Override
    public Set<Long> visible(String type, Visibility visibility, Collection<Long> numbers) {
        run(log::write);
        return super.visible(type, visibility, numbers);
    }

    private void run(Runnable part) {
        use(() -> {
            part.run();
            return true;
        });
    }

    @Override
    public long logCreated(String type, Facets facets) {
        return use(() -> log.created(account(), type, facets));
    }

    @Override
    public void logCreatedAs(String type, long n) {
        add(type, Event.CREATED_AS, n, Facets.ALL);
    }

    @Override
    public void logRecreated(String type, long n) {
        add(type, Event.RECREATED, n, Facets.ALL);
    }

    @Override
    public void logUpdated(String type, long n, Facets facets) {
        add(type, Event.UPDATED, n, facets);
    }

    @Override
    public void logMoved(String type, long n, Facets facets) {
        add(type, Event.MOVED, n, facets);
    }

    @Override
    public void logDestroyed(String type, long n) {
        add(type, Event.DESTROYED, n, Facets.ALL);
    }

    @Override
    public boolean joined(String type, long n, long container) {
        return use(() -> log.moved(account(), type, Event.JOINED, n, container));
    }

    @Override
    public void left(String type, long n, long container) {
        run(() -> log.moved(account(), type, Event.LEFT, n, container));
    }

    @Override
    public void watch(String type, long container, Collection<Long> members, boolean complete) {
        run(() -> log.watch(account(), type, container, members, complete));
    }

    @Override
    public void unwatch(String type, long container) {
        run(() -> log.unwatch(account(), type, container));
    }

    @Override
    public void touched(String type) {
        run(() -> log.touched(account(), type));
    }

    private void add(String type, Event event, long n, Facets facets) {
        run(() -> log.add(account(), type, event, n, facets));
    }

    @Override
    public <R> R withSavepoint(Supplier<R> part) {
        use(() -> true);
        return attempts.run(part);
    }

    @Override
    public void afterCommit(Runnable work) {
        run(() -> log.afterCommit(work));
    }

    /** Requires the data also if the surrounding savepoint is rolled back, which only forces more than necessary. */
    @Override
    public void after(Durable data) {
        run(() -> required.add(data));
    }

    @Override
    public List<Long> createdAndDestroyed(String type, State since, int max) {
        run(log::write);
        return super.createdAndDestroyed(type, since, max);
    }

    @Override
    public Map<Long, Long> lastChanges(String type, Collection<Long> numbers) {
        run(log::write);
        return super.lastChanges(type, numbers);
    }

    @Override
    public Map<Long, Long> lastChanges(String type, Collection<Long> numbers, Facets facets) {
        return use(() -> log.lastChanges(account(), type, numbers, facets)).orElseGet(() -> {
            run(log::write);
            return super.lastChanges(type, numbers, facets);
        });
    }

    @Override
    public Map<Long, Long> lastChanges(String type, long container, Collection<Long> numbers) {
        run(log::write);
        return super.lastChanges(type, container, numbers);
    }

    @Override
    public Optional<Map<Long, Long>> lastChangesSince(String type, long container, long since, int max) {
        run(log::write);
        return super.lastChangesSince(type, container, since, max);
    }

    @Override
    public void put(String type, long n, byte[] body) {
        put(type, Map.of(n, body));
    }

    @Override
    public void put(String type, Map<Long, byte[]> bodies) {
        run(() -> {
            long number = log.numbered(type);
            for (List<Map.Entry<Long, byte[]>> part : StatementChunks.exact(List.copyOf(bodies.entrySet()))) {
                List<@Nullable Object> arguments = new ArrayList<>(part.size() * 4);
                part.forEach(body -> arguments.addAll(List.of(account(), number, body.getKey(), body.getValue())));
                db().change(PUT.of(part.size()), arguments.toArray());
            }
        });
    }

    @Override
    public void remove(String type, Collection<Long> numbers) {
        run(() -> {
            for (List<Long> part : StatementChunks.filled(List.copyOf(numbers))) {
                List<@Nullable Object> arguments = new ArrayList<>(List.of(account(), type(type)));
                arguments.addAll(part);
                db().change(REMOVE.of(part.size()), arguments.toArray());
            }
        });
    }

    @Override
    public void updateIndex(String type, Collection<IndexEntry> out, Collection<IndexEntry> in) {
        run(() -> {
            IndexRows index = numbered(type);
            index.remove(out);
            index.add(in);
        });
    }

    @Override
    public void markIndexComplete(String type, String property) {
        run(() -> numbered(type).whole(property));
    }

    private IndexRows numbered(String type) {
        return new IndexRows(db(), account(), property -> log.numbered(IndexRows.name(type, property)));
    }

    @Override
    public OptionalLong purgeChanges(String type, Instant before) {
        return use(() -> {
            log.write();
            return StateRows.purge(db(), account(), type(type), before, () -> true);
        });
    }

    /** Returns free pages to the file system; true when more pages are free. */
    public boolean giveBackPages(Pace pace) {
        systemOnly();
        return use(() -> FreePages.giveBack(db(), pace));
    }

    /** Purges changes older than {@code before} in all accounts. Returns false when no such change is left. */
    public boolean purgeExpired(Instant before, Pace pace) {
        systemOnly();
        return use(() -> {
            List<StateRows.Expired> expired = StateRows.expired(db(), before, EXPIRED_AT_ONCE);
            for (StateRows.Expired one : expired) {
                StateRows.purge(db(), one.account(), one.type(), one.until(), pace);
                if (!pace.mayContinue()) {
                    return true;
                }
            }
            return !expired.isEmpty();
        });
    }

    @Override
    public long createAccount(String organization, String name) {
        systemOnly();
        if (organization.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("An account has an organization and a name");
        }
        if (findAccount(organization, name).isPresent()) {
            throw new IllegalStateException("The organization already has an account of this name");
        }
        return use(() -> db().number(-1, ENROL, organization, name));
    }

    @Override
    public SqlWriter sql() {
        return ownTables();
    }
}
