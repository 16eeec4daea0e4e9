package svc.proto.imap;

import java.net.InetAddress;
import java.util.List;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.identity.SignIns;
import svc.api.net.connection.Connection;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.MailServices;

/**
 * What the sessions share. Thread-safe.
 *
 * @param services the services of commands
 * @param signIns signs in clients
 * @param signedIn wakes the connections of sign-ins that have ended
 * @param limiter the trusted addresses
 * @param sessions the sessions
 * @param metrics counts commands
 * @param maxConnections the maximum number of connections of a user
 */
record Front(
        MailServices services,
        SignIns signIns,
        SignedInConnections signedIn,
        RateLimiter limiter,
        ImapSessions sessions,
        ImapMetrics metrics,
        int maxConnections) {

    /** The name of the protocol in limits and logs. */
    static final String PROTOCOL = "imap";

    Clock clock() {
        return services.clock();
    }

    /** Returns whether a client may send a password: it uses TLS, or its network is trusted. */
    boolean acceptsPasswords(Connection connection) {
        InetAddress client = connection.peer().getAddress();
        return connection.tls().isPresent() || client.isLoopbackAddress() || limiter.isTrusted(client);
    }

    /** Returns whether the tenant of a user has mail. */
    boolean hasMail(Caller caller) {
        return services.directory().isEnabled(caller.account().organization(), MailStore.CAPABILITY);
    }

    /** Returns the access of a user to the own account. */
    MailAccess access(Caller caller) {
        Scope scope = Scope.account(new ScopeKey(), caller.account().n());
        services.mail().open(scope);
        return new MailAccess(services, caller, AccessibleAccount.own(caller.account()), scope);
    }

    /** Returns the capabilities on a connection. */
    List<String> capabilities(Connection connection, boolean signedIn) {
        return signedIn
                ? Capabilities.afterSignIn()
                : Capabilities.beforeSignIn(connection, acceptsPasswords(connection));
    }
}
