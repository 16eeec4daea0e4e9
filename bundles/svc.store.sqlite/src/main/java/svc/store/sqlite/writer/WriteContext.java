package svc.store.sqlite;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.store.JointWriting.Joint;
import svc.api.store.Scope;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;

/**
 * One unit of work while it runs on the writer's thread. A failure after which SQLite has taken the whole transaction back
 * ends it for good, even if the work catches the exception: whatever came later would be committed by itself.
 */
final class RunningWrite implements Guard, Joint, AutoCloseable {

    private final Thread owner = Thread.currentThread();
    private final Statements db;
    private final SqlTexts texts;
    private final TypeNumbers types;
    private final ChangeLog log;
    private final Attempts attempts;
    private final Map<Scope, Transaction> parts = new HashMap<>();
    private boolean open = true;
    private @Nullable StoreProblem lost;

    RunningWrite(Statements db, SqlTexts texts, TypeNumbers types, Heads heads, Set<Scope> scopes) {
        this.db = db;
        this.texts = texts;
        this.types = types;
        this.log = new ChangeLog(db, types, heads);
        this.attempts = new Attempts(db, log);
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
            throw new IllegalArgumentException("This write was not asked for in this scope");
        }
        return part;
    }

    @Override
    public void check() {
        Guard.mine(owner, open);
        if (lost != null) {
            throw lost;
        }
    }

    @Override
    public void failed(StoreProblem problem) {
        if (lost == null && (problem.kind() != StoreProblem.Kind.REFUSED || !db.inTransaction())) {
            lost = problem;
        }
    }

    @Override
    public void close() {
        open = false;
    }

    /** Why the whole transaction is gone, when it is. */
    Optional<StoreProblem> lost() {
        return Optional.ofNullable(lost);
    }

    Statements db() {
        return db;
    }

    SqlTexts texts() {
        return texts;
    }

    TypeNumbers types() {
        return types;
    }

    ChangeLog log() {
        return log;
    }

    Attempts attempts() {
        return attempts;
    }
}
