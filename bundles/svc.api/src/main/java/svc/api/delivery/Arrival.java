package svc.api.delivery;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * How a message arrived. The server writes it to the Received field of the message (RFC 5321 §4.4).
 *
 * @param client the address of the client. It is not written if the protocol says that the client was authenticated
 * @param helo the argument of EHLO, HELO or LHLO
 * @param protocol the protocol of the Received field, such as {@code ESMTPS} (RFC 3848, RFC 6531 §4.3)
 * @param tls the version and cipher suite of the connection, such as {@code TLSv1.3 TLS_AES_256_GCM_SHA384}
 * @param at the time of arrival
 * @param listener the listener that accepted the connection, such as {@code smtp}; empty if unknown
 * @param trace the id of the mail transaction: the id of the connection in the log, a hyphen and a number. It is in the
 *     replies to the client; empty if there is none
 */
public record Arrival(
        InetAddress client,
        String helo,
        String protocol,
        Optional<String> tls,
        Instant at,
        String listener,
        String trace) {

    /** Creates an arrival by an unknown listener, without an id. */
    public Arrival(InetAddress client, String helo, String protocol, Optional<String> tls, Instant at) {
        this(client, helo, protocol, tls, at, "", "");
    }

    /** Returns whether the protocol is LMTP, where each recipient gets its own reply (RFC 2033 §4.2). */
    public boolean isLmtp() {
        return protocol.contains("LMTP");
    }

    /** Returns whether the client was authenticated (RFC 3848). */
    public boolean isAuthenticated() {
        return protocol.endsWith("A");
    }
}
