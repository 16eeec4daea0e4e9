package svc.testkit;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A client's key and the proofs it makes with it (RFC 9449), made with the JDK alone. */
public final class DpopKey {

    private static final int COORDINATE = 32;

    private final KeyPair pair;

    private DpopKey(KeyPair pair) {
        this.pair = pair;
    }

    /** A new key. */
    public static DpopKey fresh() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new DpopKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /**
     * What a proof claims.
     *
     * @param method the method
     * @param url the URL
     * @param at when it is made
     * @param jti its name
     * @param token the token it names
     * @param nonce the server's nonce
     */
    public record Claims(
            String method,
            String url,
            Instant at,
            String jti,
            @Nullable String token,
            @Nullable String nonce) {

        /** A proof with a name of its own. */
        public static Claims of(String method, String url, Instant at) {
            return new Claims(method, url, at, UUID.randomUUID().toString(), null, null);
        }

        /** With another name. */
        public Claims named(String name) {
            return new Claims(method, url, at, name, token, nonce);
        }

        /** With the hash of a token. */
        public Claims of(String presented) {
            return new Claims(method, url, at, jti, presented, nonce);
        }

        /** With a nonce. */
        public Claims with(String given) {
            return new Claims(method, url, at, jti, token, given);
        }
    }

    /** The proof, as the field {@code DPoP} carries it. */
    public String proof(Claims claims) {
        String header = "{\"typ\":\"dpop+jwt\",\"alg\":\"ES256\",\"jwk\":" + jwk() + "}";
        StringBuilder body = new StringBuilder(256)
                .append("{\"jti\":\"" + claims.jti() + "\",\"htm\":\"" + claims.method())
                .append("\",\"htu\":\"" + claims.url() + "\",\"iat\":"
                        + claims.at().getEpochSecond());
        if (claims.token() != null) {
            body.append(",\"ath\":\"" + text(sha256(claims.token())) + "\"");
        }
        if (claims.nonce() != null) {
            body.append(",\"nonce\":\"" + claims.nonce() + "\"");
        }
        String signed = text(bytes(header)) + "." + text(bytes(body + "}"));
        return signed + "." + text(sign(signed));
    }

    /** The public key as a JWK. */
    public String jwk() {
        return "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"" + x() + "\",\"y\":\"" + y() + "\"}";
    }

    /** What the key is known by (RFC 7638). */
    public String thumbprint() {
        return text(sha256(jwk()));
    }

    private String x() {
        return coordinate(((ECPublicKey) pair.getPublic()).getW().getAffineX());
    }

    private String y() {
        return coordinate(((ECPublicKey) pair.getPublic()).getW().getAffineY());
    }

    private static String coordinate(BigInteger number) {
        byte[] digits = number.toByteArray();
        byte[] padded = new byte[COORDINATE + digits.length];
        System.arraycopy(digits, 0, padded, COORDINATE, digits.length);
        return text(Arrays.copyOfRange(padded, digits.length, padded.length));
    }

    private byte[] sign(String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(pair.getPrivate());
            signature.update(bytes(text));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has ES256", e);
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
