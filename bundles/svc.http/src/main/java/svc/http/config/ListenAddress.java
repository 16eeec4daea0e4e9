package svc.http.config;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.lifecycle.StartupException;

/** The address of a listener: a host name, an IPv4 address or an IPv6 address (without brackets), and a port. */
public record ListenAddress(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");

    /**
     * Parses {@code host:port}. Returns empty for a blank text.
     *
     * @throws StartupException if the text is malformed
     */
    static Optional<ListenAddress> parse(String key, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > 65_535) {
            throw new StartupException(
                    "[server] " + key + " = \"" + text + "\" is not an address with a port.",
                    "Write it as \"127.0.0.1:8080\", for IPv6 as \"[::1]:8080\", for all addresses as \"0.0.0.0:8080\".");
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        return Optional.of(new ListenAddress(host, Integer.parseInt(matcher.group(3))));
    }

    /** Returns whether only programs on the same machine can connect. */
    public boolean loopback() {
        InetAddress address = socketAddress().getAddress();
        return address != null && address.isLoopbackAddress();
    }

    /** Returns the address in the syntax of the configuration. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }
}
