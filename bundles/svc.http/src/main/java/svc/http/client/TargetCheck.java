package svc.http.client;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.TargetRefusedException;
import svc.api.http.client.TargetRule;

/** Resolves a target, and decides whether a request may be sent to its addresses. */
record TargetCheck(Lookup names, Predicate<InetAddress> isPublic) {

    /** Resolves a host name or a literal address. May wait for the network. */
    @FunctionalInterface
    interface Lookup {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    /** Returns the addresses of a target if all of them are permitted. Waits for the DNS. */
    List<InetAddress> addresses(HttpTarget target, TargetRule rule) throws TargetRefusedException {
        boolean any = rule == TargetRule.ANY;
        if (!target.secure() && !any) {
            throw new TargetRefusedException("The url does not begin with https://. Use an https URL.");
        }
        List<InetAddress> found;
        try {
            found = names.addresses(target.host());
        } catch (UnknownHostException e) {
            throw unknownHost();
        }
        // The JDK returns an IPv4 address for an IPv6 literal that contains one.
        boolean mapped = target.colons() && found.stream().anyMatch(Inet4Address.class::isInstance);
        if (!any && (found.isEmpty() || mapped || !found.stream().allMatch(isPublic))) {
            throw new TargetRefusedException(
                    "The host of the url is not a public Internet host. Use the URL of a public server.");
        }
        return found;
    }

    static TargetRefusedException unknownHost() {
        return new TargetRefusedException("The host of the url has no address in the DNS. Check the name.");
    }
}
