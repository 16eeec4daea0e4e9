package svc.http;

import java.time.Duration;
import svc.api.boot.BootRefusal;

/**
 * What one client may take.
 *
 * @param head bytes of a request's head
 * @param body bytes of a request's body, where the route sets no limit
 * @param idle how long a connection may rest
 * @param bytesPerSecond the least rate of a request's body; 0 for none
 * @param connections open connections of the public listeners
 */
record Limits(int head, long body, Duration idle, int bytesPerSecond, int connections) {

    /** How long a head, or the handshake of TLS, may take from its first byte to its last. */
    static final Duration HEAD_TIME = Duration.ofSeconds(30);

    /** How long a body may be slower than the least rate, all its waits taken together. */
    static final Duration RATE_GRACE = Duration.ofSeconds(5);

    static Limits of(ServerConfig config) {
        return new Limits(
                (int) within("max_header_bytes", config.max_header_bytes(), 1_024, 1_048_576),
                within("max_body_bytes", config.max_body_bytes(), 1, 1L << 40),
                Duration.ofSeconds(within("idle_timeout_seconds", config.idle_timeout_seconds(), 1, 86_400)),
                (int) within("min_bytes_per_second", config.min_bytes_per_second(), 0, 1_048_576),
                (int) within("max_connections", config.max_connections(), 8, 1_000_000));
    }

    private static long within(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new BootRefusal(
                    "[server] " + key + " = " + value + " is out of range.",
                    "Write a number from " + least + " to " + most + ".");
        }
        return value;
    }
}
