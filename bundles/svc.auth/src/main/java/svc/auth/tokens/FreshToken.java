package svc.auth.tokens;

import java.security.SecureRandom;
import svc.auth.crypto.Base64Url;
import svc.auth.crypto.TokenHash;

/**
 * A newly generated token.
 *
 * @param text the token, which only the client receives
 * @param hash the hash, which the server stores
 */
public record FreshToken(String text, TokenHash hash) {

    private static final int BYTES = 32;

    public static FreshToken of(SecureRandom random) {
        return of(random, BYTES);
    }

    /** Generates a token that starts with a letter: a program would take a leading "-" for an option. */
    static FreshToken of(SecureRandom random, int bytes) {
        byte[] secret = new byte[bytes];
        random.nextBytes(secret);
        secret[0] &= 0x7F;
        String text = Base64Url.text(secret);
        return new FreshToken(text, TokenHash.of(text));
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return hash.toString();
    }
}
