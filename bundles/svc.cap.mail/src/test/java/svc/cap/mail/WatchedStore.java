package svc.cap.mail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.SnapshotCallback;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** A store that records the text of all statements. */
public final class WatchedStore extends ForwardingStore {

    private final Set<String> statements = new ConcurrentSkipListSet<>();

    public WatchedStore(Store store) {
        super(store);
    }

    /** Returns the texts that were recorded. */
    public Set<String> statements() {
        return statements;
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> callback) {
        return super.read(scope, snapshot -> callback.run(watched(Snapshot.class, snapshot)));
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        return super.write(scope, tx -> callback.run(watched(Transaction.class, tx)));
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
