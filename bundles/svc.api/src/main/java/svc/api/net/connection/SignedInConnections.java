package svc.api.net.connection;

import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * Wakes the connections whose sign-in has ended: the account was disabled, its password was changed, or the token has
 * expired. The session then ends the connection.
 *
 * <p>Threading: thread-safe. Lifecycle: registered while the server listens.
 */
@ProviderType
public interface SignedInConnections {

    /** Adds a connection on which a client has signed in. */
    void add(Connection connection, Caller caller);

    /** Removes a connection that was closed or signed out. */
    void remove(Connection connection);

    /** Returns whether the sign-in of a connection is valid now; false if it was not added. */
    boolean isActive(Connection connection);
}
