package svc.auth;

import java.util.Base64;

/** The one form of base64url that a JWS has (RFC 7515 §2): no padding, and no bits that say nothing. */
final class Base64Url {

    private Base64Url() {}

    /** The bytes; refused with a flaw when the text is another form of them, or none. */
    static byte[] bytes(String text, Flaw otherwise) throws BadProof {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (text(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // Told below like any other form.
        }
        throw new BadProof(otherwise);
    }

    static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
