package svc.api.store;

import java.util.Objects;
import svc.api.engine.ScopeKey;

/**
 * The account, or the system, whose data a store operation may access.
 *
 * <p>A scope is an immutable value that any thread may hold. The engine creates the scopes of accounts after checking
 * the access of the caller. A capability gets them from {@code MethodCall.scope} and cannot create its own.
 */
public final class Scope {

    private static final Scope SYSTEM = new Scope(0);

    private final long n;

    private Scope(long n) {
        this.n = n;
    }

    /**
     * Returns the scope of an account.
     *
     * @param key proof of permission, which extensions cannot create
     * @param n the number of the account, 1 or more
     */
    public static Scope account(ScopeKey key, long n) {
        Objects.requireNonNull(key, "key");
        if (n < 1) {
            throw new IllegalArgumentException("An account's number is 1 or more, not " + n);
        }
        return new Scope(n);
    }

    /** Returns the scope of the system: data that belongs to no account. */
    public static Scope system() {
        return SYSTEM;
    }

    /** Returns the account number with which the store keeps the rows of this scope; {@code 0} for the system. */
    public long n() {
        return n;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scope scope && scope.n == n;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(n);
    }

    @Override
    public String toString() {
        return n == 0 ? "system" : "account " + n;
    }
}
