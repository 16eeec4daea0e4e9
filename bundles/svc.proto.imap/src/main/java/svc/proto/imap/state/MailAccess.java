package svc.proto.imap.state;

import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.TransactionCallback;

/**
 * The mail of an account that a signed-in user can access.
 *
 * @param services the services
 * @param caller the user
 * @param account the account: the user's own one, or one that is shared with the user
 * @param scope the scope of the account
 */
public record MailAccess(MailServices services, Caller caller, AccessibleAccount account, Scope scope) {

    /** Returns whether a maintenance prevents writes to the account. */
    public boolean isReadOnly() {
        return services.maintenance().readOnly().isPresent();
    }

    /** Reads from the account. */
    public <R> R read(SnapshotCallback<R> work) {
        return services.store().read(scope, work);
    }

    /**
     * Writes to the account.
     *
     * @param command the name of the command, for messages of the store
     */
    public <R> R write(String command, TransactionCallback<R> work) {
        return services.store().write(scope, TransactionCallback.named("svc.proto.imap: " + command, work));
    }
}
