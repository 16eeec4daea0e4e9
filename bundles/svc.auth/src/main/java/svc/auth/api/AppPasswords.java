package svc.auth.api;

import java.time.Duration;
import java.time.Instant;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.jmap.type.RecordStorage;
import svc.api.store.Snapshot;

/**
 * The storage of app passwords. Each is an object of type {@value #TYPE} in the scope of the account, so that clients
 * are notified of changes as for any other object.
 *
 * <p>Threading and lifecycle: those of the snapshot or transaction parameter, which also determines the account.
 */
@ProviderType
public interface AppPasswords extends RecordStorage<AppPassword> {

    /** The name of the type. */
    String TYPE = "AppPassword";

    /** The id letter of the type. */
    char LETTER = 'k';

    /** The maximum number of app passwords of an account. */
    int MOST = 100;

    /** The time after a sign-in in which the caller can create app passwords. */
    Duration AFTER_SIGN_IN = Duration.ofMinutes(5);

    /**
     * Returns whether a caller authenticated this request with the password of its own account, or signed in with it
     * within {@link #AFTER_SIGN_IN}. The creation of an app password requires this.
     */
    boolean signedInLately(Snapshot snapshot, Caller caller, Instant now);

    /** Returns a new app password with its secret. It is valid once it is inserted. */
    AppPassword generate(String name, Instant now);
}
