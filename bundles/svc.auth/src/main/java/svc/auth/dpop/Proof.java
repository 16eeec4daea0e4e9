package svc.auth;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonProblem;

/**
 * A proof (RFC 9449 §4.2) as it is written; its signature and what it claims are still to be looked at.
 *
 * @param key the key it carries
 * @param jti its own name
 * @param htm the method
 * @param htu the URL
 * @param iat when it was made, in seconds since 1970
 * @param nonce the server's nonce
 * @param ath the hash of the token
 * @param signed what the signature is over
 * @param signature the signature
 */
@SuppressWarnings("ArrayRecordComponent") // read from a text and verified, never compared
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

    /** Reads one. */
    static Proof read(String jwt, Json.Binding json) throws BadProof {
        int first = jwt.indexOf('.');
        int second = jwt.indexOf('.', first + 1);
        if (jwt.length() > LONGEST || first < 0 || second < 0 || jwt.indexOf('.', second + 1) >= 0) {
            throw new BadProof(Flaw.MALFORMED);
        }
        Map<?, ?> header = object(jwt.substring(0, first), json);
        Map<?, ?> claims = object(jwt.substring(first + 1, second), json);
        byte[] signature = Base64Url.bytes(jwt.substring(second + 1), Flaw.MALFORMED);
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

    private static Map<?, ?> object(String part, Json.Binding json) throws BadProof {
        byte[] bytes = Base64Url.bytes(part, Flaw.MALFORMED);
        try {
            if (json.read(bytes, MOST_VALUES) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (JsonProblem e) {
            // Told below: what is no JSON is no object either.
        }
        throw new BadProof(Flaw.MALFORMED);
    }

    private static P256 key(Map<?, ?> header) throws BadProof {
        if (!"dpop+jwt".equals(header.get("typ"))) {
            throw new BadProof(Flaw.WRONG_TYPE);
        } else if (!"ES256".equals(header.get("alg"))) {
            throw new BadProof(Flaw.WRONG_ALGORITHM);
        } else if (header.containsKey("crit")) {
            throw new BadProof(Flaw.CRITICAL);
        } else if (!(header.get("jwk") instanceof Map<?, ?> jwk)) {
            throw new BadProof(Flaw.BAD_KEY);
        } else if (PRIVATE.stream().anyMatch(jwk::containsKey)) {
            throw new BadProof(Flaw.PRIVATE_KEY);
        } else if (!"EC".equals(jwk.get("kty"))
                || !"P-256".equals(jwk.get("crv"))
                || !(jwk.get("x") instanceof String x)
                || !(jwk.get("y") instanceof String y)) {
            throw new BadProof(Flaw.BAD_KEY);
        } else {
            return P256.of(x, y);
        }
    }

    private static String jti(Map<?, ?> claims) throws BadProof {
        String jti = text(claims.get("jti"));
        if (jti.length() > LONGEST_JTI) {
            throw new BadProof(Flaw.BAD_CLAIM);
        }
        return jti;
    }

    private static long iat(@Nullable Object value) throws BadProof {
        if (value instanceof Number number && Math.abs(number.doubleValue()) < LATEST) {
            return (long) Math.floor(number.doubleValue());
        }
        throw new BadProof(Flaw.BAD_CLAIM);
    }

    private static String text(@Nullable Object value) throws BadProof {
        if (value instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw new BadProof(Flaw.BAD_CLAIM);
    }

    private static Optional<String> optional(Map<?, ?> claims, String name) throws BadProof {
        if (!claims.containsKey(name)) {
            return Optional.empty();
        } else if (claims.get(name) instanceof String text) {
            return Optional.of(text);
        }
        throw new BadProof(Flaw.BAD_CLAIM);
    }

    /** Proofs are not for logs. */
    @Override
    public String toString() {
        return "a proof by " + key.thumbprint();
    }
}
