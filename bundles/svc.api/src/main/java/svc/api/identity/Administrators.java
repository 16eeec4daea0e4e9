package svc.api.identity;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Snapshot;

/**
 * The rights of administrators. Available as a service. Thread-safe; each call reads the current role of the account.
 */
@ProviderType
public interface Administrators {

    /** Returns whether an account administers its tenant or the whole server. */
    boolean isAdministrator(Account account);

    /**
     * Returns whether an account may see data about the whole server: it administers the server, or it administers the
     * only tenant. Suspended tenants count (SEC-03).
     *
     * @param snapshot a snapshot of the system scope, from which the caller reads the data, too
     */
    boolean maySeeServer(Snapshot snapshot, Account account);
}
