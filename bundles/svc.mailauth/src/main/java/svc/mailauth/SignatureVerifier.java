package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.List;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mailauth.SignatureField.SignedBody;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.HeaderField;

/** Verifies single signatures of DKIM and ARC with the keys that DNS has for them (RFC 6376 §6.1). */
final class SignatureVerifier {

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final Resolver resolver;
    private final Clock clock;

    SignatureVerifier(Resolver resolver, Clock clock) {
        this.resolver = resolver;
        this.clock = clock;
    }

    /** Checks the time of a signature. */
    void checkTime(SignatureField signature) throws VerdictException {
        long now = clock.now().getEpochSecond();
        if (signature.signed() > now + TOLERANCE.toSeconds()) {
            throw VerdictException.permanent("timestamp in the future");
        }
        if (signature.expires() >= 0 && now > signature.expires()) {
            throw VerdictException.permanent("the signature has expired");
        }
    }

    /** Looks up the key of a signature. If DNS has several records, the first one that can be used counts. */
    DkimKey key(SignatureField signature) throws VerdictException {
        Answer<String> answer = resolver.txt(signature.keyName());
        if (answer instanceof Answer.Failed<String> failed) {
            throw VerdictException.temporary("key lookup failed: " + failed.reason());
        }
        List<String> records = answer instanceof Answer.Found<String> found ? found.records() : List.of();
        VerdictException invalid = VerdictException.permanent("no key for the signature");
        for (String record : records) {
            try {
                DkimKey key = DkimKey.parse(record, signature.algorithm());
                if (key.exactDomain()
                        && !signature.identityDomain().equals(signature.domain().text())) {
                    throw VerdictException.permanent("the key does not allow a subdomain in the tag i");
                }
                return key;
            } catch (VerdictException e) {
                invalid = e;
            }
        }
        throw invalid;
    }

    /** Verifies the body hash and the signature of a DKIM-Signature or ARC-Message-Signature. */
    static void verifyMessage(SignatureField signature, DkimKey key, MessageSignatures message)
            throws VerdictException {
        SignedBody body = signature.body();
        if (body != null) {
            message.hashes().check(body, signature.tags().base64("bh"));
        }
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        for (HeaderField field : message.header().signed(signature.names(), signature.field())) {
            signed.writeBytes(message.header().canonical(field, signature.relaxedHeader()));
        }
        signed.writeBytes(message.header().canonicalSignature(signature));
        verify(signature, key, signed.toByteArray());
        // Text could be added to a body that is signed in part (RFC 6376 §8.2).
        long unsigned = body == null ? 0 : message.hashes().unsigned(body);
        if (unsigned > 0) {
            throw new VerdictException(Verdict.POLICY, unsigned + " octets of the body are not signed");
        }
    }

    /** Verifies the signature of some octets. Ed25519 signs their hash (RFC 8463 §3). */
    static void verify(SignatureField signature, DkimKey key, byte[] signed) throws VerdictException {
        boolean rsa = key.key() instanceof RSAPublicKey;
        boolean valid;
        try {
            Signature verifier = Signature.getInstance(rsa ? "SHA256withRSA" : "Ed25519");
            verifier.initVerify(key.key());
            verifier.update(rsa ? signed : BodyHashes.sha256().digest(signed));
            valid = verifier.verify(signature.tags().base64("b"));
        } catch (SignatureException e) {
            valid = false; // the signature has a wrong length
        } catch (GeneralSecurityException e) {
            throw VerdictException.permanent("the key cannot be used");
        }
        if (!valid) {
            throw new VerdictException(Verdict.FAIL, "the signature does not match");
        }
    }
}
