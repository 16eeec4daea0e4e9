package svc.api.store;

/**
 * Whose data a piece of work may touch: the only key to the store.
 *
 * <p>A scope is a plain value; any thread may hold it. The engine makes the scopes of accounts after it has looked at who
 * asks; a capability receives them and never makes its own.
 */
public sealed interface Scope {

    /** The number under which the store keeps this scope's rows; {@code 0} is the system. */
    long n();

    /** The scope of one account. */
    static Scope account(long n) {
        return new Account(n);
    }

    /** The scope of the server itself: what belongs to no account. */
    static Scope system() {
        return new Server();
    }

    /**
     * One account.
     *
     * @param n the account's number, 1 or more
     */
    record Account(long n) implements Scope {

        /** Refuses a number that no account can have. */
        public Account {
            if (n < 1) {
                throw new IllegalArgumentException("An account's number is 1 or more, not " + n);
            }
        }
    }

    /** The server itself. */
    record Server() implements Scope {

        @Override
        public long n() {
            return 0;
        }
    }
}
