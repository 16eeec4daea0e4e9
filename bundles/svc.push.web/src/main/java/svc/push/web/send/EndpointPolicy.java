package svc.push.web.send;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;
import svc.push.web.subscription.Target;

/**
 * Decides to which URLs messages may be sent: only to public addresses over TLS, unless the configuration permits more.
 * The HTTP client connects to the addresses that were checked here and does not resolve the name again, so that DNS
 * rebinding cannot redirect the connection.
 */
public final class EndpointPolicy {

    private final boolean allowPlainHttp;
    private final Predicate<InetAddress> allowed;
    private final HostResolver names;

    /**
     * Creates the policy.
     *
     * @param open whether private addresses and plain HTTP are permitted
     */
    public EndpointPolicy(boolean open, HostResolver names) {
        this(open, open ? address -> true : PublicAddresses::contains, names);
    }

    EndpointPolicy(boolean allowPlainHttp, Predicate<InetAddress> allowed, HostResolver names) {
        this.allowPlainHttp = allowPlainHttp;
        this.allowed = allowed;
        this.names = names;
    }

    /**
     * Thrown for a target that is not permitted or cannot be resolved. The message contains the reason and the remedy,
     * but not the URL.
     */
    public static final class EndpointRefused extends Exception {
        private static final long serialVersionUID = 1L;

        EndpointRefused(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Rejects a target that is not permitted, as far as this can be decided without DNS. */
    public void look(Target target) throws EndpointRefused {
        if (!target.secure() && !allowPlainHttp) {
            throw new EndpointRefused("The url does not begin with https://. Use an https URL.");
        }
    }

    /** Returns the permitted addresses of a target. Waits for DNS. */
    public List<InetAddress> addresses(Target target) throws EndpointRefused {
        look(target);
        List<InetAddress> found;
        try {
            found = names.addresses(target.host());
        } catch (UnknownHostException e) {
            throw new EndpointRefused("The host of the url has no address in the DNS. Check the name.");
        }
        boolean mapped = target.colons() && found.stream().anyMatch(Inet4Address.class::isInstance);
        if (found.isEmpty() || (mapped && !allowPlainHttp) || !found.stream().allMatch(allowed)) {
            throw new EndpointRefused(
                    "The host of the url is not a public Internet host." + " Use the URL of a push service.");
        }
        return found;
    }
}
