package svc.api.delivery;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Finds how messages to other servers would be sent now, without sending one. The transport registers it as a service.
 *
 * <p>Threading: thread-safe; blocks until DNS has answered. Lifecycle: called while the service is registered.
 */
@ConsumerType
public interface MailRoutes {

    /** Returns the route of messages to a domain. */
    Route find(String domain);

    /**
     * A route.
     *
     * @param hops the hosts in the order in which they are tried
     * @param refusal the reply with which messages to the domain wait or fail now; empty if they can be sent
     */
    record Route(List<Hop> hops, Optional<SmtpReply> refusal) {

        /** Copies the list. */
        public Route {
            hops = List.copyOf(hops);
        }
    }

    /**
     * A host.
     *
     * @param host the name
     * @param port the port
     * @param addresses the addresses in the order in which they are tried
     * @param tlsPolicy the policy for TLS in words, such as {@code dane} or {@code opportunistic}; empty if it is not known
     */
    record Hop(String host, int port, List<InetAddress> addresses, String tlsPolicy) {

        /** Copies the list. */
        public Hop {
            addresses = List.copyOf(addresses);
        }
    }
}
