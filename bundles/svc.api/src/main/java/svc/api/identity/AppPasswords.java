package svc.api.identity;

import java.time.Instant;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * Passwords that an account has for single programs. Each is an object of the type {@value #TYPE} in the account's scope, so
 * that its changes are told like those of any other.
 *
 * <p>Threading and lifecycle: those of the snapshot or transaction that is handed in; it says whose passwords these are.
 */
@ProviderType
public interface AppPasswords {

    /** The name of the type. */
    String TYPE = "AppPassword";

    /** The letter of an id. */
    char LETTER = 'k';

    /** The most that an account has. */
    int MOST = 100;

    /** All of an account, the oldest first. */
    List<AppPassword> all(Snapshot snapshot);

    /** Makes one; only its maker learns the secret, and only now. */
    Made create(Transaction tx, String name, Instant now);

    /** Ends one: it is good no longer when the transaction is committed. False when there is none. */
    boolean revoke(Transaction tx, long n);

    /**
     * One of them.
     *
     * @param n its number in the account
     * @param name what its owner calls it
     * @param createdAt since when it is there
     */
    record AppPassword(long n, String name, Instant createdAt) {
        /** The id. */
        public String id() {
            return ObjectId.text(LETTER, n);
        }
    }

    /**
     * A new one.
     *
     * @param password what is known of it from now on
     * @param secret what to sign in with
     */
    record Made(AppPassword password, String secret) {
        /** Without the secret. */
        @Override
        public String toString() {
            return password.id();
        }
    }
}
