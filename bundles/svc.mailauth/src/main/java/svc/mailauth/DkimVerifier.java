package svc.mailauth;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mailauth.MessageSignatures.DkimCandidate;
import svc.mailauth.Verdict.VerdictException;

/** Verifies the DKIM signatures of a message (RFC 6376 §6, RFC 8301, RFC 8463). */
public final class DkimVerifier {

    private static final int SIGNATURE_START = 8;

    private final SignatureVerifier verifier;

    /** Creates a verifier that looks up keys with a resolver. */
    public DkimVerifier(Resolver resolver, Clock clock) {
        this.verifier = new SignatureVerifier(resolver, clock);
    }

    /**
     * Verifies the first five signatures. The message must have ended.
     *
     * @return the results in the order of the fields; none for a message without signatures
     */
    public List<DkimResult> verify(MessageSignatures message) {
        return checks(message).stream().map(Supplier::get).toList();
    }

    /**
     * Returns the checks of the first five signatures, which different threads can run at the same time. The message must
     * have ended.
     *
     * @return the checks in the order of the fields; none for a message without signatures
     */
    public List<Supplier<DkimResult>> checks(MessageSignatures message) {
        if (message.isHeaderTooLong()) {
            return List.of(() -> new DkimResult(Verdict.PERMERROR, "", "", "", "", false, "the header is too long"));
        }
        return message.candidates().stream()
                .<Supplier<DkimResult>>map(candidate -> () -> verify(candidate, message))
                .toList();
    }

    private DkimResult verify(DkimCandidate candidate, MessageSignatures message) {
        SignatureField signature = candidate.signature();
        VerdictException invalid = candidate.invalid();
        if (signature == null) {
            return result(candidate, null, invalid);
        }
        DkimKey key = null;
        try {
            verifier.checkTime(signature);
            key = verifier.key(signature);
            SignatureVerifier.verifyMessage(signature, key, message);
            return result(candidate, key, null);
        } catch (VerdictException e) {
            return result(candidate, key, e);
        }
    }

    private static DkimResult result(
            DkimCandidate candidate, @Nullable DkimKey key, @Nullable VerdictException failure) {
        SignatureField signature = candidate.signature();
        TagList tags = candidate.tags();
        boolean testing = key != null && key.testing();
        Verdict verdict = failure == null ? Verdict.PASS : failure.verdict();
        // A failure of a domain that tests DKIM counts as no signature (RFC 6376 §3.6.1).
        verdict = testing && verdict == Verdict.FAIL ? Verdict.NEUTRAL : verdict;
        String value = value(tags, "b").replaceAll("\\s", "");
        return new DkimResult(
                verdict,
                signature == null ? value(tags, "d") : signature.domain().text(),
                signature == null ? value(tags, "s") : signature.selector(),
                value(tags, "a"),
                value.substring(0, Math.min(SIGNATURE_START, value.length())),
                testing,
                failure == null ? "" : failure.reason());
    }

    private static String value(@Nullable TagList tags, String name) {
        return tags == null ? "" : tags.value(name, "");
    }
}
