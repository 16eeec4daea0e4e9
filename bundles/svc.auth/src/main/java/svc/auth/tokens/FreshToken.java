package svc.auth;

import java.security.SecureRandom;

/**
 * A token that nobody has yet.
 *
 * @param text what its owner is told
 * @param hash what is kept
 */
record FreshToken(String text, TokenHash hash) {

    private static final int BYTES = 32;

    static FreshToken of(SecureRandom random) {
        byte[] secret = new byte[BYTES];
        random.nextBytes(secret);
        String text = Base64Url.text(secret);
        return new FreshToken(text, TokenHash.of(text));
    }

    /** Without the token. */
    @Override
    public String toString() {
        return hash.toString();
    }
}
