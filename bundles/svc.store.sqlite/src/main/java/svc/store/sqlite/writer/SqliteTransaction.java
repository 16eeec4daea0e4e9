package svc.store.sqlite;

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
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.api.store.Slice.Pace;
import svc.api.store.SqlWriter;
import svc.api.store.State;
import svc.api.store.Transaction;
import svc.store.sqlite.ChangeRows.Event;

/** A scope's part of a running write. */
final class SqliteTransaction extends SqliteSnapshot implements Transaction {

    private static final String ENROL = "INSERT INTO account (n, org, ext_id) SELECT 1 + max("
            + "(SELECT max(n) FROM account), (SELECT last FROM account_number)), ?, ? RETURNING n";

    private static final Sets.Sized PUT = new Sets.Sized(size -> "INSERT INTO obj (account, type, n, body) VALUES "
            + Sets.rows("(?,?,?,?)", size) + " ON CONFLICT (account, type, n) DO UPDATE SET body = excluded.body");
    private static final Sets.Sized REMOVE = new Sets.Sized(
            size -> "DELETE FROM obj WHERE account = ? AND type = ? AND n IN (" + Sets.marks(size) + ")");

    private static final int EXPIRED_AT_ONCE = 50;

    private final ChangeLog log;
    private final Attempts attempts;

    SqliteTransaction(Scope scope, RunningWrite write) {
        super(scope, write.db(), write, write.texts(), write.types());
        this.log = write.log();
        this.attempts = write.attempts();
    }

    @Override
    long type(String type) {
        return log.type(type);
    }

    @Override
    State head(String type) {
        return log.state(account(), type);
    }

    @Override
    public Set<String> types() {
        Set<String> types = new LinkedHashSet<>(super.types());
        use(() -> types.addAll(log.touched(account())));
        return types;
    }

    @Override
    public Optional<Changes> changes(String type, State since, int max) {
        use(this::written);
        return super.changes(type, since, max);
    }

    private boolean written() {
        log.write();
        return true;
    }

    @Override
    public long created(String type, Facets facets) {
        return use(() -> log.created(account(), type, facets));
    }

    @Override
    public void recreated(String type, long n) {
        add(type, Event.RECREATED, n, Facets.ALL);
    }

    @Override
    public void updated(String type, long n, Facets facets) {
        add(type, Event.UPDATED, n, facets);
    }

    @Override
    public void destroyed(String type, long n) {
        add(type, Event.DESTROYED, n, Facets.ALL);
    }

    private void add(String type, Event event, long n, Facets facets) {
        use(() -> {
            log.add(account(), type, event, n, facets);
            return true;
        });
    }

    @Override
    public <R> R attempt(Supplier<R> part) {
        use(() -> true);
        return attempts.run(part);
    }

    @Override
    public void afterCommit(Runnable work) {
        use(() -> {
            log.afterCommit(work);
            return true;
        });
    }

    @Override
    public List<Long> passed(String type, State since, int max) {
        use(this::written);
        return super.passed(type, since, max);
    }

    @Override
    public Map<Long, Long> lastChanges(String type, Collection<Long> numbers) {
        use(this::written);
        return super.lastChanges(type, numbers);
    }

    @Override
    public void put(String type, long n, byte[] body) {
        put(type, Map.of(n, body));
    }

    @Override
    public void put(String type, Map<Long, byte[]> bodies) {
        use(() -> {
            long number = log.numbered(type);
            for (List<Map.Entry<Long, byte[]>> part : Sets.exact(List.copyOf(bodies.entrySet()))) {
                List<@Nullable Object> arguments = new ArrayList<>(part.size() * 4);
                part.forEach(body -> arguments.addAll(List.of(account(), number, body.getKey(), body.getValue())));
                db().change(PUT.of(part.size()), arguments.toArray());
            }
            return true;
        });
    }

    @Override
    public void remove(String type, Collection<Long> numbers) {
        use(() -> {
            for (List<Long> part : Sets.filled(List.copyOf(numbers))) {
                List<@Nullable Object> arguments = new ArrayList<>(List.of(account(), type(type)));
                arguments.addAll(part);
                db().change(REMOVE.of(part.size()), arguments.toArray());
            }
            return true;
        });
    }

    @Override
    public void index(String type, Collection<IndexEntry> out, Collection<IndexEntry> in) {
        use(() -> {
            IndexRows index = numbered(type);
            index.remove(out);
            index.add(in);
            return true;
        });
    }

    @Override
    public void indexed(String type, String property) {
        use(() -> {
            numbered(type).whole(property);
            return true;
        });
    }

    private IndexRows numbered(String type) {
        return new IndexRows(db(), account(), property -> log.numbered(IndexRows.name(type, property)));
    }

    @Override
    public OptionalLong purge(String type, Instant before) {
        return use(() -> {
            log.write();
            return StateRows.purge(db(), account(), type(type), before);
        });
    }

    /** Forgets changes older than {@code before}, of any account; false when none is left. */
    boolean purgeExpired(Instant before, Pace pace) {
        systemOnly();
        return use(() -> {
            List<StateRows.Expired> expired = StateRows.expired(db(), before, EXPIRED_AT_ONCE);
            for (StateRows.Expired one : expired) {
                StateRows.purge(db(), one.account(), one.type(), one.until());
                if (!pace.permits()) {
                    return true;
                }
            }
            return !expired.isEmpty();
        });
    }

    @Override
    public long enrol(String organization, String name) {
        systemOnly();
        if (organization.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("An account has an organization and a name");
        }
        if (account(organization, name).isPresent()) {
            throw new IllegalStateException("The organization already has an account of this name");
        }
        return use(() -> db().number(-1, ENROL, organization, name));
    }

    @Override
    public SqlWriter sql() {
        return ownTables();
    }
}
