package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import svc.api.dns.Resolver;
import svc.api.time.Clock;
import svc.mailauth.ArcChain.ArcSet;
import svc.mailauth.ArcResult.Seal;
import svc.mailauth.Verdict.VerdictException;

/** Validates the ARC chain of a message (RFC 8617 §5.2). */
public final class ArcVerifier {

    private final SignatureVerifier verifier;

    /** Creates a verifier that looks up keys with a resolver. */
    public ArcVerifier(Resolver resolver, Clock clock) {
        this.verifier = new SignatureVerifier(resolver, clock);
    }

    /** Validates the newest ARC-Message-Signature and all seals. The message must have ended. */
    public ArcResult verify(MessageSignatures message) {
        if (message.isHeaderTooLong()) {
            return new ArcResult(Verdict.FAIL, List.of(), "the header is too long");
        }
        ArcChain chain = message.chain();
        SignatureField newest = chain.newestMessageSignature();
        VerdictException invalid = chain.invalid();
        try {
            if (invalid != null) {
                throw invalid;
            }
            if (newest == null) {
                return new ArcResult(Verdict.NONE, List.of(), "");
            }
            verifier.checkTime(newest);
            SignatureVerifier.verifyMessage(newest, verifier.key(newest), message);
            for (int size = chain.sets().size(); size > 0; size--) {
                verifySeal(chain.sets().subList(0, size), message.header());
            }
            return new ArcResult(Verdict.PASS, seals(chain), "");
        } catch (VerdictException e) {
            Verdict verdict = e.verdict() == Verdict.TEMPERROR ? Verdict.TEMPERROR : Verdict.FAIL;
            return new ArcResult(verdict, List.of(), e.reason());
        }
    }

    /** Verifies the last seal of some sets, which covers all of them (RFC 8617 §5.1.1). */
    private void verifySeal(List<ArcSet> sets, MessageHeader header) throws VerdictException {
        SignatureField seal = sets.get(sets.size() - 1).seal();
        verifier.checkTime(seal);
        DkimKey key = verifier.key(seal);
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        for (ArcSet set : sets) {
            signed.writeBytes(header.canonical(set.results(), true));
            signed.writeBytes(header.canonical(set.messageSignature(), true));
            boolean last = set.seal().equals(seal);
            signed.writeBytes(
                    last
                            ? header.canonicalSignature(seal)
                            : header.canonical(set.seal().field(), true));
        }
        SignatureVerifier.verify(seal, key, signed.toByteArray());
    }

    private static List<Seal> seals(ArcChain chain) {
        List<Seal> seals = new ArrayList<>();
        for (ArcSet set : chain.sets()) {
            seals.add(new Seal(set.seal().domain().text(), new ResultsField(set.payload()).verdict("dmarc")));
        }
        return seals;
    }
}
