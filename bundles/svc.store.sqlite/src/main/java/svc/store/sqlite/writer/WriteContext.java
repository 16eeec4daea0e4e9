package svc.store.sqlite.writer;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.Transaction.Durable;
import svc.store.sqlite.changelog.ChangeLog;
import svc.store.sqlite.changelog.GroupStates;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.snapshot.LifetimeCheck;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.StatementCache;

/**
 * One write in progress on the writer's thread. When SQLite has rolled back the whole transaction after a failure,
 * every further use fails, even if the callback catches the exception. Otherwise later statements would be committed
 * separately.
 */
final class WriteContext implements LifetimeCheck, Joint, AutoCloseable {

    private final Thread owner = Thread.currentThread();
    private final StatementCache db;
    private final SqlTemplateCache texts;
    private final TypeNumbers types;
    private final ChangeLog log;
    private final Savepoints attempts;
    private final Map<Scope, Transaction> parts = new HashMap<>();
    private final Set<Durable> required = new LinkedHashSet<>();
    private boolean open = true;
    private @Nullable StoreException lost;

    WriteContext(StatementCache db, SqlTemplateCache texts, TypeNumbers types, GroupStates heads, Set<Scope> scopes) {
        this.db = db;
        this.texts = texts;
        this.types = types;
        this.log = new ChangeLog(db, types, heads);
        this.attempts = new Savepoints(db, log);
        for (Scope scope : scopes) {
            log.open(scope.n());
            parts.put(scope, new SqliteTransaction(scope, this));
        }
    }

    @Override
    public Transaction of(Scope scope) {
        check();
        Transaction part = parts.get(scope);
        if (part == null) {
            throw new IllegalArgumentException("This write does not include this scope");
        }
        return part;
    }

    @Override
    public void check() {
        LifetimeCheck.mine(owner, open);
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public void failed(StoreException problem) {
        if (lost == null && (problem.kind() != StoreException.Kind.REFUSED || !db.inTransaction())) {
            lost = problem;
        }
    }

    @Override
    public void close() {
        open = false;
    }

    /** Returns the failure that rolled back the whole transaction, if there was one. */
    Optional<StoreException> lost() {
        return Optional.ofNullable(lost);
    }

    StatementCache db() {
        return db;
    }

    SqlTemplateCache texts() {
        return texts;
    }

    TypeNumbers types() {
        return types;
    }

    ChangeLog log() {
        return log;
    }

    /** Returns the data that must be on the disk before the commit. */
    Set<Durable> required() {
        return required;
    }

    Savepoints attempts() {
        return attempts;
    }
}
