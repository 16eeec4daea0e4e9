package svc.api.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides which addresses are public: those that machines of other networks can have. An IPv6 address is public only if it is a global unicast address. Therefore local
 * IPv6 addresses, and IPv6 addresses that contain an IPv4 address (mapped, NAT64), are not in the lists.
 */
public final class PublicAddresses {

    /** The special-purpose IPv4 networks (RFC 6890 and its registry). */
    private static final List<IpNetwork> SPECIAL_IPV4 = networks(
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

    private static final List<IpNetwork> GLOBAL_UNICAST = networks("2000::/3");

    /**
     * The special-purpose networks within IPv6 global unicast: protocol assignments and Teredo, 6to4, documentation.
     */
    private static final List<IpNetwork> SPECIAL_IPV6 =
            networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

    private PublicAddresses() {}

    private static List<IpNetwork> networks(String... texts) {
        return Stream.of(texts).map(text -> IpNetwork.parse(text).orElseThrow()).toList();
    }

    /** Returns whether the address is public. */
    public static boolean contains(InetAddress address) {
        return address instanceof Inet4Address
                ? !in(SPECIAL_IPV4, address)
                : in(GLOBAL_UNICAST, address) && !in(SPECIAL_IPV6, address);
    }

    private static boolean in(List<IpNetwork> networks, InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
