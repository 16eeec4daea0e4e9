package svc.push.web.crypto;

import com.nimbusds.jose.jwk.ECKey;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a client for the encryption of its messages (RFC 8291).
 *
 * @param p256dh the public key of the client, a point on P-256
 * @param auth the authentication secret that the client shares with this server
 */
@SuppressWarnings("ArrayRecordComponent")
public // the keys are never compared
record ClientKeys(byte[] p256dh, byte[] auth) {

    private static final int AUTH = 16;
    private static final Set<String> MEMBERS = Set.of("p256dh", "auth");

    /** Parses the property {@code keys}; empty unless the value contains both keys. */
    public static Optional<ClientKeys> read(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map) || !map.keySet().equals(MEMBERS)) {
            return Optional.empty();
        }
        byte[] point = bytes(map.get("p256dh"));
        byte[] auth = bytes(map.get("auth"));
        return auth.length == AUTH && EcKeys.decode(point).isPresent()
                ? Optional.of(new ClientKeys(point, auth))
                : Optional.empty();
    }

    private static byte[] bytes(@Nullable Object value) {
        try {
            return value instanceof String text ? Base64.getUrlDecoder().decode(text) : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0]; // an empty array is refused because of its length
        }
    }

    public boolean same(ClientKeys other) {
        return MessageDigest.isEqual(p256dh, other.p256dh) && MessageDigest.isEqual(auth, other.auth);
    }

    ECKey key() {
        return EcKeys.decode(p256dh).orElseThrow(() -> new IllegalStateException("A stored point is invalid"));
    }

    /** Returns a text that does not contain the keys. */
    @Override
    public String toString() {
        return "keys";
    }
}
