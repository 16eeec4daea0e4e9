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

/** A client's DPoP key (RFC 9449). Creates proofs with the JDK alone. */
public final class DpopKey {

    private static final int COORDINATE = 32;

    private final KeyPair pair;

    private DpopKey(KeyPair pair) {
        this.pair = pair;
    }

    /** Generates a key. */
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
     * The claims of a proof.
     *
     * @param method {@code htm}: the HTTP method
     * @param url {@code htu}: the request URL
     * @param at {@code iat}: the time of creation
     * @param jti the unique id of the proof
     * @param token the access token, whose hash is {@code ath}; null for none
     * @param nonce the nonce that the server sent; null for none
     */
    public record Claims(
            String method,
            String url,
            Instant at,
            String jti,
            @Nullable String token,
            @Nullable String nonce) {

        /** Returns claims with a new {@code jti}, without token and nonce. */
        public static Claims of(String method, String url, Instant at) {
            return new Claims(method, url, at, UUID.randomUUID().toString(), null, null);
        }

        /** Returns these claims with another {@code jti}. */
        public Claims named(String name) {
            return new Claims(method, url, at, name, token, nonce);
        }

        /** Returns these claims with {@code ath}, the hash of an access token. */
        public Claims of(String presented) {
            return new Claims(method, url, at, jti, presented, nonce);
        }

        /** Returns these claims with a nonce. */
        public Claims with(String given) {
            return new Claims(method, url, at, jti, token, given);
        }
    }

    /** Returns a signed proof, the value of the {@code DPoP} header field. */
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

    /** Returns the public key as a JWK. */
    public String jwk() {
        return "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"" + x() + "\",\"y\":\"" + y() + "\"}";
    }

    /** Returns the JWK thumbprint of the key (RFC 7638). */
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
