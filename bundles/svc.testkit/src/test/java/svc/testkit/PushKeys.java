package svc.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The keys of a web push client. Decrypts push messages (RFC 8291, RFC 8188) with the JDK alone. */
public final class PushKeys {

    private static final int HALF = 32;
    private static final int POINT = 1 + 2 * HALF;
    private static final int SALT = 16;
    private static final int KEY = 16;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final PrivateKey secret;
    private final byte[] point;
    private final byte[] auth;

    private PushKeys(PrivateKey secret, byte[] point, byte[] auth) {
        this.secret = secret;
        this.point = point;
        this.auth = auth;
    }

    /** Generates keys. */
    public static PushKeys fresh() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            byte[] auth = new byte[SALT];
            new SecureRandom().nextBytes(auth);
            return new PushKeys(pair.getPrivate(), encodePoint((ECPublicKey) pair.getPublic()), auth);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    /** Returns known keys, each in base64url. */
    public static PushKeys of(String secret, String point, String auth) {
        return new PushKeys(secret(secret), bytes(point), bytes(auth));
    }

    private static byte[] encodePoint(ECPublicKey key) {
        ByteBuffer point = ByteBuffer.allocate(POINT).put((byte) 4);
        point.put(coordinate(key.getW().getAffineX())).put(coordinate(key.getW().getAffineY()));
        return point.array();
    }

    private static byte[] coordinate(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] half = new byte[HALF];
        int length = Math.min(HALF, bytes.length);
        System.arraycopy(bytes, bytes.length - length, half, HALF - length, length);
        return half;
    }

    /** Returns the public key {@code p256dh} in base64url. */
    public String p256dh() {
        return text(point);
    }

    /** Returns the authentication secret {@code auth} in base64url. */
    public String auth() {
        return text(auth);
    }

    /** Decrypts a message that was encrypted for these keys. */
    public byte[] open(byte[] body) {
        byte[] sender = Arrays.copyOfRange(body, SALT + Integer.BYTES + 1, SALT + Integer.BYTES + 1 + POINT);
        try {
            KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(secret);
            agreement.doPhase(key(sender), true);
            byte[] random = mac(auth, agreement.generateSecret());
            ByteBuffer info = ByteBuffer.allocate(14 + 2 * POINT + 1);
            info.put("WebPush: info\0".getBytes(US_ASCII))
                    .put(point)
                    .put(sender)
                    .put((byte) 1);
            return decode(body, mac(random, info.array()));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("it cannot be opened", e);
        }
    }

    /** Decrypts the content coding aes128gcm, with any number of records (RFC 8188). */
    public static byte[] decode(byte[] body, byte[] keyMaterial) {
        ByteBuffer in = ByteBuffer.wrap(body);
        byte[] salt = new byte[SALT];
        in.get(salt);
        int size = in.getInt();
        in.position(in.position() + 1 + Byte.toUnsignedInt(in.get(in.position())));
        byte[] random = mac(salt, keyMaterial);
        byte[] key = Arrays.copyOf(mac(random, "Content-Encoding: aes128gcm\0\1".getBytes(US_ASCII)), KEY);
        byte[] nonce = Arrays.copyOf(mac(random, "Content-Encoding: nonce\0\1".getBytes(US_ASCII)), NONCE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int number = 0; in.hasRemaining(); number++) {
            byte[] record = new byte[Math.min(size, in.remaining())];
            in.get(record);
            byte[] plain = opened(record, key, nonceOf(nonce, number));
            int end = plain.length - 1;
            while (plain[end] == 0) {
                end--;
            }
            if (plain[end] != (in.hasRemaining() ? 1 : 2)) {
                throw new AssertionError("a record ends with " + plain[end]);
            }
            out.write(plain, 0, end);
        }
        return out.toByteArray();
    }

    private static byte[] nonceOf(byte[] nonce, int number) {
        byte[] numbered = nonce.clone();
        numbered[NONCE - 1] ^= (byte) number;
        return numbered;
    }

    private static byte[] opened(byte[] record, byte[] key, byte[] nonce) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(record);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("a record cannot be opened", e);
        }
    }

    /** Returns the public key of an uncompressed point. */
    public static PublicKey key(byte[] point) {
        try {
            ECPoint at = new ECPoint(
                    new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + HALF)),
                    new BigInteger(1, Arrays.copyOfRange(point, 1 + HALF, POINT)));
            return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(at, curve()));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("no point of P-256", e);
        }
    }

    /** Returns the private key of a number in base64url. */
    public static PrivateKey secret(String number) {
        try {
            return KeyFactory.getInstance("EC")
                    .generatePrivate(new ECPrivateKeySpec(new BigInteger(1, bytes(number)), curve()));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("no number of P-256", e);
        }
    }

    private static ECParameterSpec curve() throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        return parameters.getParameterSpec(ECParameterSpec.class);
    }

    private static byte[] mac(byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }

    private static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
