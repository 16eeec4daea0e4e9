package svc.http.config;

import java.time.Duration;
import svc.api.lifecycle.StartupException;

/**
 * The limits for clients.
 *
 * @param head maximum size of a request's header in bytes
 * @param body maximum size of a request's body in bytes, where the route sets no limit
 * @param idle idle timeout of a connection
 * @param bytesPerSecond minimum rate of a request's body in bytes per second; 0 for no minimum
 * @param connections maximum number of open connections of the public listeners
 * @param connectionsPerNetwork maximum number of open connections of one IPv4 address or IPv6 /64
 */
public record ClientLimits(
        int head, long body, Duration idle, int bytesPerSecond, int connections, int connectionsPerNetwork) {

    /** Maximum time for a request header or a TLS handshake, from its first byte to its last. */
    public static final Duration HEAD_TIME = Duration.ofSeconds(30);

    /** Maximum time that a body may lag behind the minimum rate in total. */
    public static final Duration RATE_GRACE = Duration.ofSeconds(5);

    static ClientLimits of(ServerConfig config) {
        return new ClientLimits(
                (int) within("max_header_bytes", config.max_header_bytes(), 1_024, 1_048_576),
                within("max_body_bytes", config.max_body_bytes(), 1, 1L << 40),
                Duration.ofSeconds(within("idle_timeout_seconds", config.idle_timeout_seconds(), 1, 86_400)),
                (int) within("min_bytes_per_second", config.min_bytes_per_second(), 0, 1_048_576),
                (int) within("max_connections", config.max_connections(), 8, 1_000_000),
                (int) within("max_connections_per_network", config.max_connections_per_network(), 1, 1_000_000));
    }

    private static long within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new StartupException(
                    "[server] " + key + " = " + value + " is out of range.",
                    "Write a number from " + least + " to " + most + ".");
        }
        return value;
    }
}
