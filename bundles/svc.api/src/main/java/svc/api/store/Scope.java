package svc.api.store;

import java.util.Objects;
import svc.api.engine.ScopeKey;

/**
 * Whose data a piece of work may touch: the only key to the store.
 *
 * <p>A scope is a plain value; any thread may hold it. The engine makes the scopes of accounts after it has looked at who
 * asks; a capability gets them from {@code Call.scope} and cannot make its own.
 */
public final class Scope {

    private static final Scope SYSTEM = new Scope(0);

    private final long n;

    private Scope(long n) {
        this.n = n;
    }

    /**
     * The scope of one account.
     *
     * @param key what the server does not hand to extensions
     * @param n the account's number, 1 or more
     */
    public static Scope account(ScopeKey key, long n) {
        Objects.requireNonNull(key, "key");
        if (n < 1) {
            throw new IllegalArgumentException("An account's number is 1 or more, not " + n);
        }
        return new Scope(n);
    }

    /** The scope of the server itself: what belongs to no account. */
    public static Scope system() {
        return SYSTEM;
    }

    /** The number under which the store keeps this scope's rows; {@code 0} is the system. */
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
