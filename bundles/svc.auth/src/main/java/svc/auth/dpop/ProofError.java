package svc.auth.dpop;

import java.util.Locale;

/** The reason why a proof is refused. */
public enum ProofError {
    MISSING("This session is bound to a key and the request carries no proof."),
    SEVERAL("The request carries more than one proof."),
    MALFORMED("The proof is not a JWT in compact form."),
    WRONG_TYPE("The proof's typ is not dpop+jwt."),
    WRONG_ALGORITHM("The proof's alg is not ES256."),
    CRITICAL("The proof has critical extensions, but this server supports none."),
    BAD_KEY("The proof's jwk is not a public key on P-256."),
    PRIVATE_KEY("The proof's jwk contains a private key, which must no longer be used."),
    BAD_CLAIM("The proof lacks a claim, or a claim has an invalid form."),
    WRONG_METHOD("The proof's htm is another method."),
    WRONG_URL("The proof's htu is another URL."),
    OTHER_KEY("The proof is made with another key than the session is bound to."),
    NO_TOKEN_HASH("The proof has no ath."),
    WRONG_TOKEN_HASH("The proof's ath is not the hash of the token."),
    NO_NONCE("The proof carries no nonce."),
    STALE_NONCE("The proof's nonce is not valid, or no longer valid."),
    TOO_OLD("The proof's iat is too long ago."),
    TOO_NEW("The proof's iat is in the future."),
    BAD_SIGNATURE("The proof's signature does not verify."),
    REPEATED("The proof was used before."),
    TOO_MANY("Too many proofs were used recently; the server cannot record more.");

    private final String sentence;

    ProofError(String sentence) {
        this.sentence = sentence;
    }

    /** Returns a sentence for the response. */
    public String sentence() {
        return sentence;
    }

    /** Returns the name for logs and tests, such as {@code wrong-url}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
