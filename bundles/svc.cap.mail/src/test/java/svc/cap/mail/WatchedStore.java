package svc.cap.mail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.SnapshotCallback;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;

/** A store that records the text of all statements. Delegates every call. */
public record WatchedStore(Store store, Set<String> statements) implements Store {

    public WatchedStore(Store store) {
        this(store, new ConcurrentSkipListSet<>());
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> callback) {
        return store.read(scope, snapshot -> callback.run(watched(Snapshot.class, snapshot)));
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        return store.write(scope, tx -> callback.run(watched(Transaction.class, tx)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> callback) {
        return store.write(scopes, callback);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return store.schedule(scope, slice);
    }

    private <T> T watched(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().matches("select|selectIn|update|updateIn|insert")
                            && arguments != null
                            && arguments[0] instanceof String statement
                            && type == SqlWriter.class) {
                        statements.add(statement);
                    }
                    @Nullable Object answer;
                    try {
                        answer = method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    boolean sql = method.getName().equals("sql")
                            && Arrays.asList(answer).get(0) instanceof SqlWriter;
                    return sql ? watched(SqlWriter.class, (SqlWriter) answer) : answer;
                }));
    }
}
