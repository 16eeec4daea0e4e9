package svc.mailauth;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Objects;
import svc.mailauth.DkimSigner.SigningKey;

/** Messages of the tests. */
final class Messages {

    /** A small message. */
    static final String PLAIN = lines("""
            From: Alice <alice@example.org>
            To: Bob <bob@example.net>
            Subject: Lunch
            Date: Tue, 1 Jan 2030 00:00:00 +0000

            Shall we meet at noon?

            Alice
            """);

    private Messages() {}

    /** Returns a text with CRLF line ends. */
    static String lines(String text) {
        return text.replace("\n", "\r\n");
    }

    /** Reads the signatures of a message that arrives at once. */
    static MessageSignatures read(String message) {
        return read(message, Integer.MAX_VALUE);
    }

    /** Reads the signatures of a message that arrives in pieces. */
    static MessageSignatures read(String message, int piece) {
        byte[] octets = Signer.octets(message);
        MessageSignatures signatures = new MessageSignatures();
        for (int at = 0; at < octets.length; at += Math.min(piece, octets.length - at)) {
            signatures.write(octets, at, Math.min(piece, octets.length - at));
        }
        signatures.close();
        return signatures;
    }

    /** Reads a message that is to be signed. */
    static MessageSignatures toSign(String message) {
        MessageSignatures signatures = MessageSignatures.forSigning();
        byte[] octets = Signer.octets(message);
        signatures.write(octets, 0, octets.length);
        signatures.close();
        return signatures;
    }

    /** Returns the key of the signer of the tests. */
    static SigningKey key(Signer signer) throws GeneralSecurityException {
        byte[] encoded = Base64.getDecoder().decode(signer.privateKey().replaceAll("-----[A-Z ]+-----|\\s", ""));
        KeyFactory factory = KeyFactory.getInstance(signer.algorithm().startsWith("rsa") ? "RSA" : "Ed25519");
        return new SigningKey(
                Objects.requireNonNull(DomainName.of(signer.domain)),
                signer.selector,
                factory.generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    }
}
