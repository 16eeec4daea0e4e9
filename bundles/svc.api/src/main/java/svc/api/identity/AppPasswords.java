package svc.api.identity;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * Stores app passwords: passwords of an account for single programs. Each app password is an object of type
 * {@value #TYPE} in the scope of the account, so that clients are notified of changes as for any other object.
 *
 * <p>Threading and lifecycle: those of the snapshot or transaction parameter, which also determines the account.
 */
@ProviderType
public interface AppPasswords {

    /** The name of the type. */
    String TYPE = "AppPassword";

    /** The id letter of the type. */
    char LETTER = 'k';

    /** The maximum number of app passwords of an account. */
    int MOST = 100;

    /** Returns all app passwords of the account, oldest first. */
    List<AppPassword> list(Snapshot snapshot);

    /** The time after a sign-in in which the caller can create app passwords. */
    Duration AFTER_SIGN_IN = Duration.ofMinutes(5);

    /**
     * Returns whether a caller authenticated this request with the password of its own account, or signed in with it
     * within {@link #AFTER_SIGN_IN}. The creation of an app password requires this.
     */
    boolean signedInLately(Snapshot snapshot, Caller caller, Instant now);

    /** Creates an app password. Only the returned value contains the secret. */
    CreatedAppPassword create(Transaction tx, String name, Instant now);

    /** Revokes an app password; it is invalid after the commit. Returns false if it does not exist. */
    boolean revoke(Transaction tx, long n);

    /**
     * An app password without its secret.
     *
     * @param n the number of the app password in the account
     * @param name the name that the user gave it
     * @param createdAt the time of its creation
     */
    record AppPassword(long n, String name, Instant createdAt) {
        /** Returns the JMAP id. */
        public String id() {
            return ObjectId.format(LETTER, n);
        }
    }

    /**
     * A new app password.
     *
     * @param password the app password as it is stored
     * @param secret the secret for signing in
     */
    record CreatedAppPassword(AppPassword password, String secret) {
        /** Returns the id. The text does not contain the secret. */
        @Override
        public String toString() {
            return password.id();
        }
    }
}
