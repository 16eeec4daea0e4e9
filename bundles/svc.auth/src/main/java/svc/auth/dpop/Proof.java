package svc.auth.dpop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.auth.crypto.Base64Url;

/**
 * A parsed DPoP proof (RFC 9449 §4.2). Its signature and claims are not yet verified.
 *
 * @param key the public key in its header
 * @param jti the unique identifier
 * @param htm the HTTP method
 * @param htu the URL
 * @param iat the time of creation, in seconds since 1970
 * @param nonce the nonce of the server
 * @param ath the hash of the token
 * @param signed the signing input
 * @param signature the signature
 */
@SuppressWarnings("ArrayRecordComponent") // proofs are never compared
record Proof(
        P256 key,
        String jti,
        String htm,
        String htu,
        long iat,
        Optional<String> nonce,
        Optional<String> ath,
        String signed,
        byte[] signature) {

    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_JTI = 128;
    private static final int MOST_VALUES = 100;
    private static final double LATEST = 1e15;
    private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

    /** Parses a proof. */
    static Proof read(String jwt, Json.Binding json) throws InvalidProofException {
        int first = jwt.indexOf('.');
        int second = jwt.indexOf('.', first + 1);
        if (jwt.length() > LONGEST || first < 0 || second < 0 || jwt.indexOf('.', second + 1) >= 0) {
            throw new InvalidProofException(ProofError.MALFORMED);
        }
        Map<?, ?> header = object(jwt.substring(0, first), json);
        Map<?, ?> claims = object(jwt.substring(first + 1, second), json);
        byte[] signature = bytes(jwt.substring(second + 1), ProofError.MALFORMED);
        P256 key = key(header);
        return new Proof(
                key,
                jti(claims),
                text(claims.get("htm")),
                text(claims.get("htu")),
                iat(claims.get("iat")),
                optional(claims, "nonce"),
                optional(claims, "ath"),
                jwt.substring(0, second),
                signature);
    }

    private static Map<?, ?> object(String part, Json.Binding json) throws InvalidProofException {
        byte[] bytes = bytes(part, ProofError.MALFORMED);
        try {
            if (json.read(bytes, MOST_VALUES) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (JsonException e) {
            // A part that is not JSON is malformed, like a part that is not an object.
        }
        throw new InvalidProofException(ProofError.MALFORMED);
    }

    private static P256 key(Map<?, ?> header) throws InvalidProofException {
        if (!"dpop+jwt".equals(header.get("typ"))) {
            throw new InvalidProofException(ProofError.WRONG_TYPE);
        } else if (!"ES256".equals(header.get("alg"))) {
            throw new InvalidProofException(ProofError.WRONG_ALGORITHM);
        } else if (header.containsKey("crit")) {
            throw new InvalidProofException(ProofError.CRITICAL);
        } else if (!(header.get("jwk") instanceof Map<?, ?> jwk)) {
            throw new InvalidProofException(ProofError.BAD_KEY);
        } else if (PRIVATE.stream().anyMatch(jwk::containsKey)) {
            throw new InvalidProofException(ProofError.PRIVATE_KEY);
        } else if (!"EC".equals(jwk.get("kty"))
                || !"P-256".equals(jwk.get("crv"))
                || !(jwk.get("x") instanceof String x)
                || !(jwk.get("y") instanceof String y)) {
            throw new InvalidProofException(ProofError.BAD_KEY);
        } else {
            return P256.of(x, y);
        }
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
        return "a proof by " + key.thumbprint();
    }

    /** Decodes base64url. Throws with the given error if the text is not canonical. */
    static byte[] bytes(String text, ProofError otherwise) throws InvalidProofException {
        return Base64Url.bytes(text).orElseThrow(() -> new InvalidProofException(otherwise));
    }
}
