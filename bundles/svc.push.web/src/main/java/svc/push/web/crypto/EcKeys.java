package svc.push.web.crypto;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Creates keys on P-256, and converts public keys to and from uncompressed points (X9.62), which all formats of web push
 * use.
 */
public final class EcKeys {

    private static final int POINT = 65;
    private static final int HALF = 32;
    private static final byte UNCOMPRESSED = 4;

    private EcKeys() {}

    /** Returns a new key pair. */
    public static ECKey generate() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /** Returns the public key of an encoded point; empty if the bytes are not a point of the curve. */
    static Optional<ECKey> decode(byte[] point) {
        if (point.length != POINT || point[0] != UNCOMPRESSED) {
            return Optional.empty();
        }
        try {
            Base64URL x = Base64URL.encode(Arrays.copyOfRange(point, 1, 1 + HALF));
            Base64URL y = Base64URL.encode(Arrays.copyOfRange(point, 1 + HALF, POINT));
            return Optional.of(new ECKey.Builder(Curve.P_256, x, y).build());
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Optional.empty();
        }
    }

    /** Returns the encoded point of a public key. */
    static byte[] encode(ECKey key) {
        return ByteBuffer.allocate(POINT)
                .put(UNCOMPRESSED)
                .put(key.getX().decode())
                .put(key.getY().decode())
                .array();
    }
}
