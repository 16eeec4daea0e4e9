package svc.auth.dpop;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import svc.auth.crypto.TokenHash;

/**
 * A public key on P-256 that verifies ES256 signatures (RFC 7518 §3.4). The verification uses the library that also
 * computes password hashes, because this library needs only a sixth of the time that the JDK needs.
 *
 * @param key the key
 * @param thumbprint the JWK thumbprint (RFC 7638)
 */
record P256(ECPublicKeyParameters key, String thumbprint) {

    private static final X9ECParameters CURVE = CustomNamedCurves.getByName("secp256r1");
    private static final ECDomainParameters DOMAIN = new ECDomainParameters(CURVE);
    private static final int BYTES = 32;

    /** Returns the key with the coordinates of a JWK. */
    static P256 of(String x, String y) throws InvalidProofException {
        byte[] left = Proof.bytes(x, ProofError.BAD_KEY);
        byte[] right = Proof.bytes(y, ProofError.BAD_KEY);
        if (left.length != BYTES || right.length != BYTES) {
            throw new InvalidProofException(ProofError.BAD_KEY);
        }
        try {
            ECPublicKeyParameters key = new ECPublicKeyParameters(
                    CURVE.getCurve().createPoint(new BigInteger(1, left), new BigInteger(1, right)), DOMAIN);
            return new P256(key, thumbprint(x, y));
        } catch (IllegalArgumentException e) {
            throw new InvalidProofException(ProofError.BAD_KEY);
        }
    }

    private static String thumbprint(String x, String y) {
        String members = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"" + x + "\",\"y\":\"" + y + "\"}";
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(TokenHash.of(members).bytes());
    }

    /** Returns whether the signature of the text is valid under this key. */
    boolean signed(String text, byte[] signature) {
        if (signature.length != 2 * BYTES) {
            return false;
        }
        ECDSASigner verifier = new ECDSASigner();
        verifier.init(false, key);
        return verifier.verifySignature(
                TokenHash.digest(text.getBytes(StandardCharsets.US_ASCII)),
                new BigInteger(1, Arrays.copyOf(signature, BYTES)),
                new BigInteger(1, Arrays.copyOfRange(signature, BYTES, 2 * BYTES)));
    }
}
