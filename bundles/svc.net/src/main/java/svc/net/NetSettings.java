package svc.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import svc.api.lifecycle.StartupException;
import svc.api.net.IpNetwork;

/**
 * The checked values of the configuration table {@code [net]}.
 *
 * @param proxies the networks whose connections begin with a header of the PROXY protocol
 * @param connections the maximum number of open connections
 * @param connectionsPerNetwork the maximum number of open connections of one protocol and one network
 */
record NetSettings(List<IpNetwork> proxies, int connections, int connectionsPerNetwork) {

    /**
     * Validates the configuration.
     *
     * @throws StartupException if a value is invalid; the message names the key
     */
    static NetSettings of(NetConfig config) {
        return new NetSettings(
                Arrays.stream(config.proxies())
                        .filter(text -> !text.isBlank())
                        .map(NetSettings::proxy)
                        .toList(),
                within("max_connections", config.max_connections(), 8),
                within("max_connections_per_network", config.max_connections_per_network(), 1));
    }

    boolean isProxy(InetAddress address) {
        return proxies.stream().anyMatch(proxy -> proxy.contains(address));
    }

    private static IpNetwork proxy(String text) {
        return IpNetwork.parse(text)
                .orElseThrow(() -> new StartupException(
                        "[net] proxies contains \"" + text + "\", which is neither an address nor a network.",
                        "Write addresses or networks, such as \"10.0.0.0/8\" or \"::1\"."));
    }

    private static int within(String key, int value, int least) {
        if (value < least || value > 1_000_000) {
            throw new StartupException(
                    "[net] " + key + " = " + value + " is out of range.",
                    "Write a number from " + least + " to 1000000.");
        }
        return value;
    }
}
