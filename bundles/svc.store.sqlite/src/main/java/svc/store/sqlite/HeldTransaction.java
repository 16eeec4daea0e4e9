package svc.store.sqlite;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Lends a connection in the middle of a transaction to a library that would end it: whatever begins, commits, rolls back or
 * closes does nothing. So all scripts of all bundles, Flyway's own history and ours stand or fall together (UPG-01).
 */
final class HeldTransaction {

    private final Connection database;
    private boolean broken;

    HeldTransaction(Connection database) {
        this.database = database;
    }

    /** Whether the borrower wanted to roll back; then nothing may be committed. */
    boolean broken() {
        return broken;
    }

    /** A source that lends the one connection again and again. */
    DataSource source() {
        Connection lent = proxy(Connection.class, this::connection);
        return proxy(DataSource.class, (self, method, arguments) -> switch (method.getName()) {
            case "getConnection" -> lent;
            case "isWrapperFor" -> false;
            case "getLoginTimeout" -> 0;
            default -> object(self, method, arguments);
        });
    }

    private @Nullable Object connection(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "rollback" -> {
                broken = true;
                yield null;
            }
            case "commit", "setAutoCommit", "close", "setReadOnly", "setTransactionIsolation" -> null;
            case "equals", "hashCode", "toString" -> object(self, method, arguments);
            default -> passOn(method, arguments);
        };
    }

    private @Nullable Object passOn(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(database, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static @Nullable Object object(Object self, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "a held transaction";
            default -> throw new UnsupportedOperationException(method.getName());
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(HeldTransaction.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
