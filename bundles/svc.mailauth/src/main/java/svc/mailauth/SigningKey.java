package svc.mailauth;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;

/**
 * A private key of a domain with its selector.
 *
 * @param domain the signing domain
 * @param selector the selector, with A-labels
 * @param key an RSA or Ed25519 key
 */
public record SigningKey(DomainName domain, String selector, PrivateKey key) {

    private boolean isRsa() {
        return key.getAlgorithm().equals("RSA");
    }

    /** Returns the algorithm of the signatures (RFC 6376 §3.3, RFC 8463 §3). */
    public String algorithm() {
        return isRsa() ? "rsa-sha256" : "ed25519-sha256";
    }

    /** Signs octets. Ed25519 signs their hash (RFC 8463 §3). */
    byte[] sign(byte[] octets) {
        try {
            Signature signature = Signature.getInstance(isRsa() ? "SHA256withRSA" : "Ed25519");
            signature.initSign(key);
            signature.update(isRsa() ? octets : BodyHashes.sha256().digest(octets));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The key " + selector + " of " + domain.text() + " cannot be used.", e);
        }
    }

    /** The private key is never written. */
    @Override
    public String toString() {
        return selector + "._domainkey." + domain.text();
    }
}
