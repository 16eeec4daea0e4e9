package svc.proto.pop3;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.SignIns;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;

/**
 * What the sessions share. Thread-safe.
 *
 * @param store the store
 * @param directory the accounts
 * @param mail the emails of accounts
 * @param uids the emails of mailboxes by UID
 * @param blobs the blobs of accounts
 * @param signIns signs in clients
 * @param signedIn wakes the connections of sign-ins that have ended
 * @param limiter the trusted addresses
 * @param locks the locks of maildrops
 * @param metrics counts commands
 * @param maintenance the maintenance mode
 */
record Front(
        Store store,
        Directory directory,
        MailStore mail,
        UidStore uids,
        AccountBlobs blobs,
        SignIns signIns,
        SignedInConnections signedIn,
        RateLimiter limiter,
        MaildropLocks locks,
        Pop3Metrics metrics,
        Maintenance maintenance) {

    /** The name of the protocol in limits and logs. */
    static final String PROTOCOL = "pop3";

    /** Returns whether a client may send a password: it uses TLS, or its network is trusted. */
    boolean acceptsPasswords(Connection connection) {
        InetAddress client = connection.peer().getAddress();
        return connection.tls().isPresent() || client.isLoopbackAddress() || limiter.isTrusted(client);
    }

    /** Returns whether the tenant of a user has mail. */
    boolean hasMail(Caller caller) {
        return directory.isEnabled(caller.account().organization(), MailStore.CAPABILITY);
    }

    /** Returns the lines of CAPA (RFC 2449 §5). The server does not name itself. */
    List<String> capabilities(Connection connection, boolean signedIn) {
        List<String> lines =
                new ArrayList<>(List.of("TOP", "UIDL", "RESP-CODES", "AUTH-RESP-CODE", "PIPELINING", "EXPIRE NEVER"));
        if (acceptsPasswords(connection)) {
            lines.add("USER");
            lines.add("SASL PLAIN LOGIN OAUTHBEARER");
        }
        if (!signedIn && connection.canStartTls()) {
            lines.add("STLS");
        }
        return lines;
    }
}
