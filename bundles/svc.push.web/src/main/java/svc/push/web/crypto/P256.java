package svc.push.web.crypto;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.KeyAgreement;

/**
 * Utility methods for keys on P-256. Public keys are encoded as uncompressed points (X9.62), as in all formats of web
 * push.
 */
public final class P256 {

    /** The length of an encoded point in bytes. */
    static final int POINT = 65;

    private static final int HALF = 32;
    private static final byte UNCOMPRESSED = 4;
    private static final String CURVE = "secp256r1";

    private P256() {}

    /** Returns a new key pair. */
    public static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** Returns the public key of an encoded point; empty if the bytes are not a point of the curve. */
    static Optional<ECPublicKey> key(byte[] point) {
        if (point.length != POINT || point[0] != UNCOMPRESSED) {
            return Optional.empty();
        }
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + HALF));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(point, 1 + HALF, POINT));
        ECParameterSpec curve = curve();
        if (!isOnCurve(curve, x, y)) {
            return Optional.empty();
        }
        try {
            return Optional.of((ECPublicKey)
                    KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve)));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static boolean isOnCurve(ECParameterSpec curve, BigInteger x, BigInteger y) {
        BigInteger p = ((ECFieldFp) curve.getCurve().getField()).getP();
        BigInteger right = x.multiply(x)
                .add(curve.getCurve().getA())
                .multiply(x)
                .add(curve.getCurve().getB())
                .mod(p);
        return x.compareTo(p) < 0 && y.compareTo(p) < 0 && y.multiply(y).mod(p).equals(right);
    }

    /** Returns the encoded point of a public key. */
    static byte[] point(ECPublicKey key) {
        byte[] point = new byte[POINT];
        point[0] = UNCOMPRESSED;
        put(key.getW().getAffineX(), point, 1);
        put(key.getW().getAffineY(), point, 1 + HALF);
        return point;
    }

    private static void put(BigInteger number, byte[] into, int at) {
        byte[] bytes = number.toByteArray();
        int length = Math.min(bytes.length, HALF);
        System.arraycopy(bytes, bytes.length - length, into, at + HALF - length, length);
    }

    /** Decodes a private key in the format of {@link PrivateKey#getEncoded}. */
    static PrivateKey secret(byte[] encoded) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A stored key cannot be read", e);
        }
    }

    /** Returns the shared secret of a private and a public key (ECDH). */
    static byte[] sharedSecret(PrivateKey own, ECPublicKey other) {
        try {
            KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(own);
            agreement.doPhase(other, true);
            return agreement.generateSecret();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static ECParameterSpec curve() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(CURVE));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("every JDK has P-256", e);
    }
}
