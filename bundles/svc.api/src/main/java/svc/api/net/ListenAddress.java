package svc.api.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.lifecycle.StartupException;

/**
 * The address of a listener.
 *
 * @param host a host name, an IPv4 address or an IPv6 address (without brackets)
 * @param port the port; 0 selects a free port
 */
public record ListenAddress(String host, int port) {

    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([A-Za-z0-9._-]+)):([0-9]{1,5})");

    /**
     * Parses {@code host:port}. Returns empty for a blank text.
     *
     * @param key the key of the configuration, such as {@code [server] listen}
     * @throws StartupException if the text is malformed; the message names the key
     */
    public static Optional<ListenAddress> parse(String key, String text) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > 65_535) {
            throw new StartupException(
                    key + " = \"" + text + "\" is not an address with a port.",
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

    /** Returns the address with its host name resolved. */
    public InetSocketAddress socketAddress() {
        return new InetSocketAddress(host, port);
    }

    /**
     * Returns the error that prevents the start when the address cannot be bound.
     *
     * @param key the key of the configuration, such as {@code [server] listen}
     * @param failure the failure of the operating system
     */
    public StartupException bindFailure(String key, Exception failure) {
        String message = socketFailure(failure).map(Throwable::getMessage).orElse("");
        String place = "port " + port + " of " + host;
        if (message.contains("in use")) {
            return new StartupException(
                    key + ": " + place + " is in use.",
                    "Stop the program that listens there (ss -ltnp shows it), or choose another port.");
        }
        if (message.contains("ermission")) {
            return new StartupException(
                    key + ": the user of the server is not permitted to listen on " + place + ".",
                    "Choose port 1024 or above, or grant the process the permission to bind lower ports.");
        }
        return new StartupException(
                key + ": " + place + " cannot be bound: this machine does not have the address.",
                "Choose an address of this machine; \"0.0.0.0\" means all of them.");
    }

    private static Optional<Throwable> socketFailure(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketException) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }

    /** Returns the address in the syntax of the configuration. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
