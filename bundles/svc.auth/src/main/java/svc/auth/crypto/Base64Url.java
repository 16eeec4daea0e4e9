package svc.auth;

import java.util.Base64;
import java.util.Optional;

/** The one form of base64url that a JWS has (RFC 7515 §2): no padding, and no bits that say nothing. */
final class Base64Url {

    private Base64Url() {}

    /** The bytes; refused with a flaw when the text is another form of them, or none. */
    static byte[] bytes(String text, Flaw otherwise) throws BadProof {
        return bytes(text).orElseThrow(() -> new BadProof(otherwise));
    }

    /** The bytes; empty when the text is another form of them, or none. */
    static Optional<byte[]> bytes(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return text(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
