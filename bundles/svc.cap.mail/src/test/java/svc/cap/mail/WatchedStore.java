package svc.cap.mail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import svc.api.store.Job;
import svc.api.store.JointWriting;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Snapshot;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/** Hands everything on, and keeps the texts of all statements. */
record WatchedStore(Store store, Set<String> statements) implements Store {

    WatchedStore(Store store) {
        this(store, new ConcurrentSkipListSet<>());
    }

    @Override
    public <R> R read(Scope scope, Reading<R> work) {
        return store.read(scope, snapshot -> work.in(watched(Snapshot.class, snapshot)));
    }

    @Override
    public <R> R write(Scope scope, Writing<R> work) {
        return store.write(scope, tx -> work.in(watched(Transaction.class, tx)));
    }

    @Override
    public <R> R write(Set<Scope> scopes, JointWriting<R> work) {
        return store.write(scopes, work);
    }

    @Override
    public Job job(Scope scope, Slice slice) {
        return store.job(scope, slice);
    }

    private <T> T watched(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().matches("select|selectAmong|change|changeAmong|insert")
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
