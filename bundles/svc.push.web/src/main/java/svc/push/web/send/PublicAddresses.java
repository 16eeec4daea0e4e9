package svc.push.web;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import svc.api.guard.Network;

/**
 * Which addresses are those of others on the Internet. Of IPv6 only what is given out as such, so that addresses of this machine
 * and its network, and those that hold an IPv4 address (mapped, NAT64), need no line of their own.
 */
final class PublicAddresses {

    /** What is set apart of IPv4 (RFC 6890 and its registry). */
    private static final List<Network> APART = networks(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");

    private static final List<Network> GIVEN_OUT = networks("2000::/3");

    /** And what is set apart of that: protocols and Teredo, 6to4, documentation. */
    private static final List<Network> APART_AGAIN = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    private PublicAddresses() {}

    private static List<Network> networks(String... texts) {
        return Stream.of(texts).map(text -> Network.parse(text).orElseThrow()).toList();
    }

    static boolean contain(InetAddress address) {
        return address instanceof Inet4Address
                ? !in(APART, address)
                : in(GIVEN_OUT, address) && !in(APART_AGAIN, address);
    }

    private static boolean in(List<Network> networks, InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
