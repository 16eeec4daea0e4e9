package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import svc.mailauth.Verdict.VerdictException;

/**
 * A key record (RFC 6376 §3.6.1, RFC 8463 §4).
 *
 * @param key the public key
 * @param testing whether the domain tests DKIM ({@code t=y})
 * @param exactDomain whether the domain of the AUID must be the signing domain ({@code t=s})
 */
public record DkimKey(PublicKey key, boolean testing, boolean exactDomain) {

    private static final int SMALLEST = 1_024;
    private static final int LARGEST = 8_192;
    private static final int ED25519_LENGTH = 32;
    private static final int LONGEST_STRING = 255;

    /** The start of the SubjectPublicKeyInfo of an Ed25519 key (RFC 8410 §4). */
    private static final byte[] ED25519_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    /** The AlgorithmIdentifier of RSA (RFC 8017 §A.1). */
    private static final byte[] RSA_ALGORITHM = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    /** Returns the name of the TXT record of a key. */
    public static String name(String selector, String domain) {
        return selector + SignatureField.KEYS + '.' + domain;
    }

    /** Returns the value of the TXT record of an RSA or Ed25519 key. */
    public static String record(PublicKey key) {
        byte[] encoded = key.getEncoded();
        boolean rsa = key instanceof RSAPublicKey;
        byte[] octets = rsa ? encoded : Arrays.copyOfRange(encoded, encoded.length - ED25519_LENGTH, encoded.length);
        return "v=DKIM1; k=" + (rsa ? "rsa" : "ed25519") + "; p="
                + Base64.getEncoder().encodeToString(octets);
    }

    /** Returns the strings of which a TXT record with this value consists (RFC 6376 §3.6.2.2). */
    public static List<String> strings(String value) {
        List<String> strings = new ArrayList<>();
        for (int at = 0; at < value.length(); at += LONGEST_STRING) {
            strings.add(value.substring(at, Math.min(value.length(), at + LONGEST_STRING)));
        }
        return strings;
    }

    /** Returns whether a published record lets verifiers accept signatures with the key of another record. */
    public static boolean matches(String published, String expected) {
        String algorithm = expected.contains("k=ed25519") ? "ed25519-sha256" : "rsa-sha256";
        try {
            byte[] key = DkimKey.parse(expected, algorithm).key().getEncoded();
            return Arrays.equals(key, DkimKey.parse(published, algorithm).key().getEncoded());
        } catch (VerdictException e) {
            return false;
        }
    }

    /**
     * Parses the key record for signatures of an algorithm.
     *
     * @param algorithm the key type and hash, such as {@code rsa-sha256}
     */
    static DkimKey parse(String text, String algorithm) throws VerdictException {
        try {
            return of(TagList.parse(text, 0), algorithm.split("-", -1));
        } catch (VerdictException e) {
            throw VerdictException.permanent("key record: " + e.reason());
        }
    }

    private static DkimKey of(TagList tags, String[] algorithm) throws VerdictException {
        if (tags.tag("v") != null
                && (!tags.startsWith("v") || !tags.required("v").equals("DKIM1"))) {
            throw VerdictException.permanent("the version is not DKIM1");
        }
        if (!lowerItems(tags.value("s", "*")).stream().anyMatch(item -> item.equals("*") || item.equals("email"))) {
            throw VerdictException.permanent("the key is not for mail");
        }
        if (!lowerItems(tags.value("h", algorithm[1])).contains(algorithm[1])) {
            throw VerdictException.permanent("the key does not allow the hash algorithm");
        }
        byte[] octets = tags.base64("p");
        if (octets.length == 0) {
            throw VerdictException.permanent("the key is revoked");
        }
        if (!tags.value("k", "rsa").equalsIgnoreCase(algorithm[0])) {
            throw VerdictException.permanent("the key is not for the algorithm of the signature");
        }
        List<String> flags = lowerItems(tags.value("t", ""));
        return new DkimKey(
                algorithm[0].equals("rsa") ? rsa(octets) : ed25519(octets), flags.contains("y"), flags.contains("s"));
    }

    private static List<String> lowerItems(String value) {
        return TagList.items(value.toLowerCase(Locale.ROOT));
    }

    /**
     * Decodes an RSA key. RFC 6376 §3.6.1 specifies an RSAPublicKey, but its examples are of the type
     * SubjectPublicKeyInfo, and published keys are, too; the decoder accepts both.
     */
    private static PublicKey rsa(byte[] octets) throws VerdictException {
        try {
            if (decoded("RSA", octets) instanceof RSAPublicKey key) {
                return checked(key);
            }
        } catch (GeneralSecurityException e) {
            return bareRsa(octets);
        }
        throw VerdictException.permanent("the key is not an RSA key");
    }

    private static PublicKey bareRsa(byte[] octets) throws VerdictException {
        byte[] bits = new byte[octets.length + 1];
        System.arraycopy(octets, 0, bits, 1, octets.length);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(RSA_ALGORITHM);
        content.writeBytes(element(0x03, bits));
        try {
            return checked((RSAPublicKey) decoded("RSA", element(0x30, content.toByteArray())));
        } catch (GeneralSecurityException e) {
            throw VerdictException.permanent("the key is not an RSA key");
        }
    }

    /** Returns a DER element with a length of two octets. */
    private static byte[] element(int tag, byte[] content) {
        ByteArrayOutputStream der = new ByteArrayOutputStream(content.length + 4);
        der.write(tag);
        if (content.length >= 0x100) {
            der.write(0x82);
            der.write(content.length >> 8);
        } else if (content.length >= 0x80) {
            der.write(0x81);
        }
        der.write(content.length);
        der.writeBytes(content);
        return der.toByteArray();
    }

    /** RFC 8301 §3.2 forbids short keys; a very long one costs too much time. */
    private static PublicKey checked(RSAPublicKey key) throws VerdictException {
        int bits = key.getModulus().bitLength();
        if (bits < SMALLEST || bits > LARGEST) {
            throw VerdictException.permanent("the key has " + bits + " bits");
        }
        return key;
    }

    private static PublicKey ed25519(byte[] octets) throws VerdictException {
        byte[] der = new byte[ED25519_PREFIX.length + ED25519_LENGTH];
        if (octets.length == ED25519_LENGTH) {
            System.arraycopy(ED25519_PREFIX, 0, der, 0, ED25519_PREFIX.length);
            System.arraycopy(octets, 0, der, ED25519_PREFIX.length, ED25519_LENGTH);
            try {
                return decoded("Ed25519", der);
            } catch (GeneralSecurityException e) {
                throw VerdictException.permanent("the key is not an Ed25519 key");
            }
        }
        throw VerdictException.permanent("the key is not an Ed25519 key");
    }

    private static PublicKey decoded(String algorithm, byte[] der) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(der));
    }
}
