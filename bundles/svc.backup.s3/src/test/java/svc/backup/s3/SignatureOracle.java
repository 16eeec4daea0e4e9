package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Computes signatures on the side of the server, from what arrived. It shares no code with {@link Signature}. */
final class SignatureOracle {

    private static final Pattern AUTHORIZATION =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3"
                    + "/aws4_request,SignedHeaders=([^,]+),Signature=([0-9a-f]{64})");

    /** The claims of a request. */
    record Claim(String id, String region, boolean valid) {}

    private SignatureOracle() {}

    static Claim check(TinyHttpServer.Request request, String secret) {
        Matcher parts = AUTHORIZATION.matcher(request.field("authorization"));
        if (!parts.matches()) {
            return new Claim("", "", false);
        }
        String fields = Arrays.stream(parts.group(4).split(";"))
                .map(name -> name + ":" + request.field(name))
                .collect(Collectors.joining("\n"));
        boolean complete = request.fields().keySet().stream()
                .filter(name -> name.startsWith("x-amz-") || name.equals("host"))
                .allMatch(name -> Arrays.asList(parts.group(4).split(";")).contains(name));
        String[] target = request.target().split("\\?", 2);
        String query = target.length == 1
                ? ""
                : Arrays.stream(target[1].split("&")).sorted().collect(Collectors.joining("&"));
        String canonical = request.method() + '\n' + target[0] + '\n' + query + '\n' + fields + "\n\n" + parts.group(4)
                + '\n' + request.field("x-amz-content-sha256");
        String scope = parts.group(2) + '/' + parts.group(3) + "/s3/aws4_request";
        String text = "AWS4-HMAC-SHA256\n" + request.field("x-amz-date") + '\n' + scope + '\n' + hex(sha(canonical));
        byte[] key = ("AWS4" + secret).getBytes(UTF_8);
        for (String step : scope.split("/", -1)) {
            key = mac(key, step);
        }
        boolean today = request.field("x-amz-date").startsWith(parts.group(2));
        return new Claim(
                parts.group(1),
                parts.group(3),
                complete && today && hex(mac(key, text)).equals(parts.group(5)));
    }

    private static byte[] mac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] sha(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte b : bytes) {
            hex.append(String.format(Locale.ROOT, "%02x", b));
        }
        return hex.toString();
    }
}
