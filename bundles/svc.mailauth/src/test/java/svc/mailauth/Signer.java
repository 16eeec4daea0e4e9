package svc.mailauth;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Signs messages with DKIM and seals them with ARC. It works on strings, one character for each octet, independently of
 * the code under test.
 */
public final class Signer {

    private final KeyPair keys;
    private final String type;
    final String domain;
    final String selector;

    private Signer(KeyPair keys, String type, String domain, String selector) {
        this.keys = keys;
        this.type = type;
        this.domain = domain;
        this.selector = selector;
    }

    public static Signer rsa(String domain, String selector, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(bits);
            return new Signer(generator.generateKeyPair(), "rsa", domain, selector);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Signer ed25519(String domain, String selector) {
        try {
            return new Signer(KeyPairGenerator.getInstance("Ed25519").generateKeyPair(), "ed25519", domain, selector);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a signer with the same key for another domain. */
    Signer at(String other) {
        return new Signer(keys, type, other, selector);
    }

    /** Returns a signer with the same key and another selector. */
    Signer named(String other) {
        return new Signer(keys, type, domain, other);
    }

    /** Returns the value of the tag a. */
    String algorithm() {
        return type + "-sha256";
    }

    /** Returns the private key in the PEM format. */
    String privateKey() {
        return "-----BEGIN PRIVATE KEY-----\n" + base64(keys.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** Returns the name of the key record. */
    public String keyName() {
        return selector + "._domainkey." + domain;
    }

    /** Returns the key record. */
    public String record() {
        return "v=DKIM1; k=" + type + "; p=" + publicKey();
    }

    String publicKey() {
        byte[] encoded = keys.getPublic().getEncoded();
        return Base64.getEncoder()
                .encodeToString(
                        type.equals("rsa")
                                ? encoded
                                : Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    }

    /** Returns the RSAPublicKey without the SubjectPublicKeyInfo around it, for a key of 2048 bits. */
    String bareRsaKey() {
        byte[] encoded = keys.getPublic().getEncoded();
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, 24, encoded.length));
    }

    /** Signs From, To and Subject in the relaxed canonicalization. */
    public String sign(String message) {
        return sign(message, "relaxed/relaxed", "from:to:subject", "");
    }

    /**
     * Puts a DKIM-Signature field at the start of a message.
     *
     * @param more more tags, each with a semicolon at its end
     */
    public String sign(String message, String canonicalization, String names, String more) {
        String tags = " v=1; a=" + type + "-sha256; c=" + canonicalization + "; d=" + domain + ";\r\n\ts=" + selector
                + "; h=" + names + ";\r\n\t" + more + "bh=";
        return signed("DKIM-Signature", tags, canonicalization, names, message);
    }

    /** Puts a signature field with tags at the start of a message; the tags end with {@code bh=}. */
    String signed(String field, String tags, String canonicalization, String names, String message) {
        String[] both = canonicalization.contains("/")
                ? canonicalization.split("/", -1)
                : new String[] {canonicalization, "simple"};
        int split = message.indexOf("\r\n\r\n");
        String header = split < 0 ? message : message.substring(0, split + 2);
        String body = split < 0 ? "" : message.substring(split + 4);
        String canonical = canonicalBody(body, both[1].equals("relaxed"));
        if (tags.matches("(?s).*[ \t]l=\\d+;.*")) {
            BigInteger length = new BigInteger(tags.replaceAll("(?s).*[ \t]l=(\\d+);.*", "$1"));
            canonical = canonical.substring(
                    0, length.min(BigInteger.valueOf(canonical.length())).intValue());
        }
        String own = field + ":" + tags + base64(sha256(canonical)) + ";\r\n\tb=";
        boolean relaxed = both[0].equals("relaxed");
        String data = canonicalFields(header, names, relaxed) + canonicalField(own, relaxed);
        return own + folded(value(data)) + "\r\n" + message;
    }

    /** Puts an ARC set at the start of a message. */
    public String seal(String message, int instance, String status, String results) {
        String withResults =
                "ARC-Authentication-Results: i=" + instance + "; " + domain + "; " + results + "\r\n" + message;
        String tags = " i=" + instance + "; a=" + type + "-sha256; c=relaxed/relaxed; d=" + domain + "; s=" + selector
                + "; h=from:to:subject; bh=";
        String withSignature = signed("ARC-Message-Signature", tags, "relaxed/relaxed", "from:to:subject", withResults);
        return sealOnly(withSignature, instance, " cv=" + status + ";");
    }

    /** Puts an ARC-Seal at the start of a message that has the other fields of the set. */
    String sealOnly(String message, int instance, String more) {
        List<String> fields = fields(message.substring(0, message.indexOf("\r\n\r\n") + 2));
        StringBuilder data = new StringBuilder();
        for (int i = 1; i <= instance; i++) {
            for (String name : List.of("ARC-Authentication-Results", "ARC-Message-Signature", "ARC-Seal")) {
                for (String field : fields) {
                    if (field.startsWith(name + ":") && field.contains(" i=" + i + ";")) {
                        data.append(canonicalField(field, true)).append("\r\n");
                    }
                }
            }
        }
        String own = "ARC-Seal: i=" + instance + "; a=" + type + "-sha256; d=" + domain + "; s=" + selector + ";" + more
                + " b=";
        return own + value(data + canonicalField(own, true)) + "\r\n" + message;
    }

    private String value(String data) {
        try {
            Signature signature = Signature.getInstance(type.equals("rsa") ? "SHA256withRSA" : "Ed25519");
            signature.initSign(keys.getPrivate());
            signature.update(type.equals("rsa") ? octets(data) : sha256(data));
            return base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String folded(String value) {
        return value.replaceAll("(.{60})", "$1\r\n\t ");
    }

    static String canonicalBody(String body, boolean relaxed) {
        String text = relaxed ? body.replaceAll("[ \t]+", " ").replaceAll("[ \t]+(?=\r\n|\\z)", "") : body;
        String content = text.replaceAll("(\r\n)+\\z", "");
        return relaxed && content.isEmpty() ? "" : content + "\r\n";
    }

    private static String canonicalFields(String header, String names, boolean relaxed) {
        List<String> fields = new ArrayList<>(fields(header));
        StringBuilder data = new StringBuilder();
        for (String name : names.split(":", -1)) {
            for (int i = fields.size() - 1; i >= 0; i--) {
                if (name(fields.get(i)).equals(name.strip().toLowerCase(Locale.ROOT))) {
                    data.append(canonicalField(fields.remove(i), relaxed)).append("\r\n");
                    break;
                }
            }
        }
        return data.toString();
    }

    private static List<String> fields(String header) {
        return Arrays.stream(header.split("\r\n(?![ \t])", -1))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static String name(String field) {
        return field.contains(":")
                ? field.substring(0, field.indexOf(':')).strip().toLowerCase(Locale.ROOT)
                : "";
    }

    private static String canonicalField(String field, boolean relaxed) {
        if (!relaxed) {
            return field;
        }
        String value = field.substring(field.indexOf(':') + 1)
                .replace("\r\n", "")
                .replaceAll("[ \t]+", " ")
                .replaceAll("^ | $", "");
        return name(field) + ":" + value;
    }

    public static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(octets(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }
}
