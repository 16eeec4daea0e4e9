package svc.auth.crypto;

import java.util.Base64;
import java.util.Optional;

/** Canonical base64url as in a JWS (RFC 7515 §2): no padding, and unused bits are zero. */
public final class Base64Url {

    private Base64Url() {}

    /** Returns the decoded bytes, or empty if the text is not canonical base64url. */
    public static Optional<byte[]> bytes(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return text(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    public static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
