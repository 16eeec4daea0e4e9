package svc.auth.dpop;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import java.security.Provider;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.auth.crypto.Base64Url;

/**
 * A parsed DPoP proof (RFC 9449 §4.2). Its signature and claims are not yet verified. The server's strict JSON reader
 * and the checks of this class come first, because nimbus-jose-jwt accepts a repeated member of the key, a byte order
 * mark, several encodings of the same bytes, and several forms of the same key.
 *
 * @param jwt the proof as the library reads it
 * @param key the public key in its header
 * @param thumbprint the JWK thumbprint of the key (RFC 7638)
 * @param jti the unique identifier
 * @param htm the HTTP method
 * @param htu the URL
 * @param iat the time of creation, in seconds since 1970
 * @param nonce the nonce of the server
 * @param ath the hash of the token
 */
record Proof(
        SignedJWT jwt,
        ECKey key,
        String thumbprint,
        String jti,
        String htm,
        String htu,
        long iat,
        Optional<String> nonce,
        Optional<String> ath) {

    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_JTI = 128;
    private static final int COORDINATE = 32;
    private static final int MOST_VALUES = 100;
    private static final double LATEST = 1e15;
    private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

    /**
     * The implementation of the curve. It takes a quarter of the time of the JDK 17, and is loaded with the first proof.
     */
    private static final class Crypto {
        static final Provider PROVIDER = new BouncyCastleProvider();
    }

    /** Parses a proof. */
    static Proof read(String text, Json.Binding json) throws InvalidProofException {
        String[] parts = text.length() > LONGEST ? new String[0] : text.split("\\.", -1);
        if (parts.length != 3) {
            throw new InvalidProofException(ProofError.MALFORMED);
        }
        Map<?, ?> header = object(parts[0], json);
        Map<?, ?> claims = object(parts[1], json);
        check(header);
        if (bytes(parts[2]).length == 0) {
            throw new InvalidProofException(ProofError.BAD_SIGNATURE);
        }
        try {
            SignedJWT jwt = SignedJWT.parse(text);
            if (!(jwt.getHeader().getJWK() instanceof ECKey key) || !isCanonical(key)) {
                throw new InvalidProofException(ProofError.BAD_KEY);
            }
            return new Proof(
                    jwt,
                    key,
                    key.computeThumbprint().toString(),
                    jti(claims),
                    text(claims.get("htm")),
                    text(claims.get("htu")),
                    iat(claims.get("iat")),
                    optional(claims, "nonce"),
                    optional(claims, "ath"));
        } catch (ParseException | JOSEException e) { // the key is the only part that is not yet checked
            throw new InvalidProofException(ProofError.BAD_KEY);
        }
    }

    /** Returns a verifier of signatures under the key of the proof (ES256, RFC 7518 §3.4). It is thread-safe. */
    ECDSAVerifier verifier() throws JOSEException {
        ECDSAVerifier verifier = new ECDSAVerifier(key.toECPublicKey(Crypto.PROVIDER));
        verifier.getJCAContext().setProvider(Crypto.PROVIDER);
        return verifier;
    }

    private static Map<?, ?> object(String part, Json.Binding json) throws InvalidProofException {
        byte[] bytes = bytes(part);
        try {
            if (bytes.length > 0 && bytes[0] == '{' && json.read(bytes, MOST_VALUES) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (JsonException e) {
            // A part that is not JSON is malformed, like a part that is not an object.
        }
        throw new InvalidProofException(ProofError.MALFORMED);
    }

    private static void check(Map<?, ?> header) throws InvalidProofException {
        if (!"dpop+jwt".equals(header.get("typ"))) {
            throw new InvalidProofException(ProofError.WRONG_TYPE);
        } else if (!"ES256".equals(header.get("alg"))) {
            throw new InvalidProofException(ProofError.WRONG_ALGORITHM);
        } else if (header.containsKey("crit")) {
            throw new InvalidProofException(ProofError.CRITICAL);
        } else if (header.get("jwk") instanceof Map<?, ?> jwk
                && PRIVATE.stream().anyMatch(jwk::containsKey)) {
            throw new InvalidProofException(ProofError.PRIVATE_KEY);
        }
    }

    /** Returns whether the key is on P-256 and has the only form in which its thumbprint is unique. */
    private static boolean isCanonical(ECKey key) {
        return key.getCurve().equals(Curve.P_256)
                && Stream.of(key.getX(), key.getY())
                        .map(half -> Base64Url.bytes(half.toString()))
                        .allMatch(half -> half.isPresent() && half.get().length == COORDINATE);
    }

    private static String jti(Map<?, ?> claims) throws InvalidProofException {
        String jti = text(claims.get("jti"));
        if (jti.length() > LONGEST_JTI) {
            throw new InvalidProofException(ProofError.BAD_CLAIM);
        }
        return jti;
    }

    private static long iat(@Nullable Object value) throws InvalidProofException {
        if (value instanceof Number number && Math.abs(number.doubleValue()) < LATEST) {
            return (long) Math.floor(number.doubleValue());
        }
        throw new InvalidProofException(ProofError.BAD_CLAIM);
    }

    private static String text(@Nullable Object value) throws InvalidProofException {
        if (value instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new InvalidProofException(ProofError.BAD_CLAIM);
    }

    private static Optional<String> optional(Map<?, ?> claims, String name) throws InvalidProofException {
        if (!claims.containsKey(name)) {
            return Optional.empty();
        } else if (claims.get(name) instanceof String text) {
            return Optional.of(text);
        }
        throw new InvalidProofException(ProofError.BAD_CLAIM);
    }

    /** Omits the proof, which must not appear in logs. */
    @Override
    public String toString() {
        return "a proof by " + thumbprint;
    }

    private static byte[] bytes(String part) throws InvalidProofException {
        return Base64Url.bytes(part).orElseThrow(() -> new InvalidProofException(ProofError.MALFORMED));
    }
}
