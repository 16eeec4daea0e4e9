package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import svc.api.http.client.HttpTarget;

/** Signs requests with Signature Version 4 of Amazon Web Services. Immutable. */
final class Signature {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DAY = 8;
    private static final String UNRESERVED = "-._~";

    private final Credentials credentials;
    private final String region;

    Signature(Credentials credentials, String region) {
        this.credentials = credentials;
        this.region = region;
    }

    /**
     * Returns the header fields of a request together with those of its signature.
     *
     * @param target the URL, with the parameters in the order of {@link #query}
     * @param fields the fields in lower case
     * @param hash the SHA-256 hash of the body in hexadecimal
     */
    Map<String, String> sign(String method, HttpTarget target, Map<String, String> fields, String hash, Instant now) {
        String time = TIME.format(now);
        TreeMap<String, String> signed = new TreeMap<>(fields);
        signed.put("host", target.authority());
        signed.put("x-amz-content-sha256", hash);
        signed.put("x-amz-date", time);
        credentials.token().ifPresent(token -> signed.put("x-amz-security-token", token));
        String names = String.join(";", signed.keySet());
        String scope = time.substring(0, DAY) + "/" + region + "/s3/aws4_request";
        String toSign = String.join("\n", ALGORITHM, time, scope, hash(canonical(method, target, signed, names, hash)));
        signed.put(
                "authorization",
                ALGORITHM + " Credential=" + credentials.id() + "/" + scope + ",SignedHeaders=" + names + ",Signature="
                        + HexFormat.of().formatHex(hmac(key(time.substring(0, DAY)), toSign)));
        signed.remove("host"); // The client sends it.
        return signed;
    }

    private static String canonical(
            String method, HttpTarget target, Map<String, String> fields, String names, String hash) {
        int question = target.path().indexOf('?');
        String path = question < 0 ? target.path() : target.path().substring(0, question);
        String query = question < 0 ? "" : target.path().substring(question + 1);
        String lines = fields.entrySet().stream()
                .map(field -> field.getKey() + ":" + field.getValue().strip() + "\n")
                .collect(Collectors.joining());
        return String.join("\n", method, path, query, lines, names, hash);
    }

    private byte[] key(String day) {
        byte[] key = ("AWS4" + credentials.secret()).getBytes(UTF_8);
        for (String part : new String[] {day, region, "s3", "aws4_request"}) {
            key = hmac(key, part);
        }
        return key;
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Each JDK has this algorithm.
        }
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(S3Request.digest("SHA-256").digest(text.getBytes(UTF_8)));
    }

    /** Returns parameters in the order and the encoding of a signature. */
    static String query(Map<String, String> parameters) {
        TreeMap<String, String> encoded = new TreeMap<>();
        parameters.forEach((name, value) -> encoded.put(encode(name, false), encode(value, false)));
        return encoded.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining("&"));
    }

    /** Encodes a text as a signature requires it. */
    static String encode(String text, boolean keepSlashes) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(UTF_8)) {
            char c = (char) Byte.toUnsignedInt(octet);
            boolean alphanumeric = c < 128 && Character.isLetterOrDigit(c);
            if (alphanumeric || UNRESERVED.indexOf(c) >= 0 || (keepSlashes && c == '/')) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return encoded.toString();
    }
}
