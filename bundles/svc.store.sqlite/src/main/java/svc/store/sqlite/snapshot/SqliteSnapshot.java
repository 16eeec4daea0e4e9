package svc.store.sqlite.snapshot;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.State;
import svc.api.store.StoreException;
import svc.api.store.Visibility;
import svc.store.sqlite.changelog.AllObjects;
import svc.store.sqlite.changelog.ChangeWindow;
import svc.store.sqlite.changelog.ChosenObjects;
import svc.store.sqlite.changelog.ContainerSet;
import svc.store.sqlite.changelog.MembershipRows;
import svc.store.sqlite.changelog.StateRows;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.changelog.WatchedContainers;
import svc.store.sqlite.sql.BundleTables;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;
import svc.store.sqlite.sql.StatementChunks.Sized;

/** The data of one scope, read on one connection inside one SQLite transaction. */
public class SqliteSnapshot implements Snapshot {

    private static final Sized BODIES = new Sized(size ->
            "SELECT n, body FROM obj WHERE account = ? AND type = ? AND n IN (" + StatementChunks.marks(size) + ")");

    private static final Sized LAST_CHANGES =
            new Sized(size -> "SELECT n, changed FROM change WHERE account = ? AND type = ? AND died IS NULL AND n IN ("
                    + StatementChunks.marks(size) + ")");

    private static final Sized LAST_IN_FACETS = new Sized(
            size -> "SELECT n, f0, f1, f2, f3 FROM change WHERE account = ? AND type = ? AND died IS NULL AND n IN ("
                    + StatementChunks.marks(size) + ")");

    public static final String PASSED =
            "SELECT n FROM change WHERE account = ? AND type = ? AND died > ? AND born > ?" + " ORDER BY died LIMIT ?";

    private final Scope scope;
    private final StatementCache db;
    private final LifetimeCheck guard;
    private final SqlTemplateCache texts;
    private final TypeNumbers types;

    public SqliteSnapshot(
            Scope scope, StatementCache db, LifetimeCheck guard, SqlTemplateCache texts, TypeNumbers types) {
        this.scope = scope;
        this.db = db;
        this.guard = guard;
        this.texts = texts;
        this.types = types;
    }

    /**
     * Runs a part of the callback. Every access to the data uses this method. It checks before and after the part that
     * the snapshot is usable.
     */
    public final <R> R use(Supplier<R> part) {
        guard.check();
        try {
            R result = part.get();
            guard.check();
            return result;
        } catch (StoreException problem) {
            guard.failed(problem);
            throw problem;
        }
    }

    public final long account() {
        return scope.n();
    }

    public final StatementCache db() {
        return db;
    }

    public final BundleTables ownTables() {
        guard.check();
        return new BundleTables(
                scope, db, this::use, texts, account() == 0 ? texts.caller(SqliteSnapshot.class) : Optional.empty());
    }

    /** Returns the number of a type as this snapshot sees it. */
    public long type(String type) {
        return types.read(db, type);
    }

    public State head(String type) {
        return StateRows.state(db, account(), type(type));
    }

    @Override
    public final Scope scope() {
        return scope;
    }

    @Override
    public final State state(String type) {
        return use(() -> head(type));
    }

    @Override
    public Set<String> types() {
        return use(() -> new LinkedHashSet<>(db.list(
                "SELECT t.name FROM state AS s JOIN object_type AS t ON t.n = s.type WHERE s.account = ? ORDER BY t.name",
                row -> row.getString(1),
                account())));
    }

    @Override
    public final OptionalLong floor(String type) {
        return use(() -> StateRows.floor(db, account(), type(type)));
    }

    @Override
    public final Optional<Changes> changes(String type, State since, int max) {
        return changes(type, since, max, new Visibility.All());
    }

    @Override
    public State state(String type, Visibility visibility) {
        return use(() -> {
            if (visibility instanceof Visibility.InContainers in) {
                return containers(type, in).state();
            }
            return visibility instanceof Visibility.Objects objects
                    ? chosen(type, objects).state()
                    : head(type);
        });
    }

    @Override
    public Optional<Changes> changes(String type, State since, int max, Visibility visibility) {
        return use(() -> window(type, visibility).read(since, max));
    }

    private ChangeWindow window(String type, Visibility visibility) {
        if (visibility instanceof Visibility.InContainers in) {
            ContainerSet set = containers(type, in);
            return new ChangeWindow(set, set.state(), set.floor());
        } else if (visibility instanceof Visibility.Objects objects) {
            ChosenObjects chosen = chosen(type, objects);
            return new ChangeWindow(chosen, chosen.state(), chosen.floor());
        }
        long number = type(type);
        return new ChangeWindow(
                new AllObjects(db, account(), number),
                head(type),
                StateRows.floor(db, account(), number).orElse(0));
    }

    private ContainerSet containers(String type, Visibility.InContainers in) {
        return new ContainerSet(db, account(), type(type), in.containers(), () -> head(type));
    }

    private ChosenObjects chosen(String type, Visibility.Objects objects) {
        return new ChosenObjects(db, account(), type(type), objects.numbers(), head(type));
    }

    @Override
    public Set<Long> visible(String type, Visibility visibility, Collection<Long> numbers) {
        if (visibility instanceof Visibility.InContainers in) {
            return use(() -> MembershipRows.visible(db, account(), type(type), numbers, in.containers()));
        }
        Set<Long> existing = new HashSet<>(lastChanges(type, numbers).keySet());
        if (visibility instanceof Visibility.Objects objects) {
            existing.retainAll(objects.numbers());
        }
        return existing;
    }

    @Override
    public final boolean isWatched(String type, long container) {
        return use(() -> WatchedContainers.isComplete(db, account(), type(type), container));
    }

    @Override
    public Optional<State> watchedState(Collection<String> types, long container) {
        return use(() -> ContainerSet.watchedState(
                db, account(), types.stream().map(this::type).toList(), container));
    }

    @Override
    public final Set<Long> watched(String type) {
        return use(() -> WatchedContainers.complete(db, account(), type(type)));
    }

    @Override
    public final Set<Long> members(String type, long container) {
        return use(() -> MembershipRows.members(db, account(), type(type), container));
    }

    @Override
    public List<Long> createdAndDestroyed(String type, State since, int max) {
        return use(() ->
                db.list(PASSED, row -> row.getLong(1), account(), type(type), since.sequence(), since.sequence(), max));
    }

    @Override
    public Map<Long, Long> lastChanges(String type, Collection<Long> numbers) {
        return use(() -> {
            Map<Long, Long> found = new HashMap<>();
            db.each(LAST_CHANGES, account(), type(type), numbers, row -> found.put(row.getLong(1), row.getLong(2)));
            return found;
        });
    }

    @Override
    public Map<Long, Long> lastChanges(String type, Collection<Long> numbers, Facets facets) {
        return use(() -> {
            Map<Long, Long> found = new HashMap<>();
            db.each(LAST_IN_FACETS, account(), type(type), numbers, row -> {
                long last = 0;
                for (int i = 0; i < Facets.LIMIT; i++) {
                    last = facets.has(i) ? Math.max(last, row.getLong(2 + i)) : last;
                }
                found.put(row.getLong(1), last);
            });
            return found;
        });
    }

    @Override
    public Map<Long, Long> lastChanges(String type, long container, Collection<Long> numbers) {
        return use(() -> MembershipRows.lastChanges(db, account(), type(type), container, numbers));
    }

    @Override
    public Optional<Map<Long, Long>> lastChangesSince(String type, long container, long since, int max) {
        return use(() -> MembershipRows.lastChangesSince(db, account(), type(type), container, since, max));
    }

    @Override
    public final Optional<byte[]> body(String type, long n) {
        return use(() -> db
                .list(
                        "SELECT body FROM obj WHERE account = ? AND type = ? AND n = ?",
                        row -> row.getBytes(1),
                        account(),
                        type(type),
                        n)
                .stream()
                .findFirst());
    }

    @Override
    public final Map<Long, byte[]> bodies(String type, Collection<Long> numbers) {
        return use(() -> {
            Map<Long, byte[]> found = new LinkedHashMap<>();
            db.each(BODIES, account(), type(type), numbers, row -> found.put(row.getLong(1), row.getBytes(2)));
            return found;
        });
    }

    @Override
    public final List<Body> scan(String type, long after, int max) {
        return use(() -> db.list(
                "SELECT n, body FROM obj WHERE account = ? AND type = ? AND n > ? ORDER BY n LIMIT ?",
                row -> new Body(row.getLong(1), row.getBytes(2)),
                account(),
                type(type),
                after,
                Math.max(0, max)));
    }

    @Override
    public final long[] numbers(String type, int skip, int limit) {
        return use(() -> index(type).numbers(type(type), skip, limit));
    }

    @Override
    public final int rank(String type, long n) {
        return use(() -> index(type).rank(type(type), n));
    }

    @Override
    public final int count(String type) {
        return use(() -> index(type).count(type(type)));
    }

    @Override
    public final boolean isIndexed(String type, String property) {
        return use(() -> index(type).isWhole(property));
    }

    @Override
    public final long[] scanIndex(String type, KeyRange range, boolean ascending, int skip, int limit) {
        return use(() -> index(type).walk(range, ascending, skip, limit));
    }

    @Override
    public final int count(String type, KeyRange range) {
        return use(() -> index(type).count(range));
    }

    @Override
    public final int rank(String type, IndexEntry entry) {
        return use(() -> index(type).rank(entry));
    }

    /** Returns the indexes of a type. Index names and type names have numbers in the same table. */
    final IndexRows index(String type) {
        return new IndexRows(db, account(), property -> type(IndexRows.name(type, property)));
    }

    @Override
    public final OptionalLong findAccount(String organization, String name) {
        systemOnly();
        return use(() -> {
            long n = db.number(-1, "SELECT n FROM account WHERE org = ? AND ext_id = ?", organization, name);
            return n > 0 ? OptionalLong.of(n) : OptionalLong.empty();
        });
    }

    public final void systemOnly() {
        if (account() != 0) {
            throw new IllegalStateException("Accounts can be listed in the system scope only");
        }
    }

    @Override
    public Sql sql() {
        return ownTables();
    }
}
