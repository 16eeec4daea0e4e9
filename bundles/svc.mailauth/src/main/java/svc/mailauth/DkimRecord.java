package svc.mailauth;

import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The TXT record of a key (RFC 6376 §3.6.1, RFC 8463 §4). */
public final class DkimRecord {

    private static final int LONGEST_STRING = 255;
    private static final int ED25519_LENGTH = 32;

    private DkimRecord() {}

    /** Returns the name of the record. */
    public static String name(String selector, String domain) {
        return selector + SignatureField.KEYS + '.' + domain;
    }

    /** Returns the record of an RSA or Ed25519 key. */
    public static String of(PublicKey key) {
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
}
