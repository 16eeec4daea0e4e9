package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import svc.api.time.Clock;
import svc.mailauth.ArcChain.ArcSet;
import svc.mailauth.DkimSigner.SigningKey;
import svc.mime.HeaderField;

/**
 * Seals messages that this server sends on (RFC 8617 §5.1). The new set contains the results that this server recorded
 * when the message arrived.
 */
public final class ArcSealer {

    private static final int MOST_SETS = 50;

    private final Clock clock;
    private final String authservId;

    /**
     * Creates a sealer.
     *
     * @param authservId the name under which this server records results
     */
    public ArcSealer(Clock clock, String authservId) {
        this.clock = clock;
        this.authservId = authservId;
    }

    /**
     * Returns the fields of a new set, with line ends. Empty if the message has no result of this server, if its chain has
     * failed before or is full, or if its header is too long.
     *
     * @param message the message without the new fields, written to a stream of {@link MessageSignatures#forSigning}
     */
    public Optional<String> seal(MessageSignatures message, SigningKey key) {
        ArcChain chain = message.chain();
        Optional<String> results = results(message);
        int instance = chain.sets().size() + 1;
        // The structure is invalid, or the last seal says so: the chain cannot be continued (RFC 8617 §5.1, §5.1.3).
        if (results.isEmpty() || chain.invalid() != null || instance > MOST_SETS) {
            return Optional.empty();
        }
        Verdict verdict = instance == 1 ? Verdict.NONE : new ResultsField(results.get()).verdict("arc");
        if (instance > 1 && verdict != Verdict.PASS && verdict != Verdict.FAIL) {
            return Optional.empty();
        }
        return Optional.of(seal(message, key, instance, verdict, results.get()));
    }

    /** Returns the value of the first field Authentication-Results in the name of this server. */
    private Optional<String> results(MessageSignatures message) {
        return message.headers().all(AuthenticationResults.NAME).stream()
                .filter(field -> AuthenticationResults.isOf(field, authservId))
                .findFirst()
                .map(HeaderField::raw)
                .map(raw -> raw.strip().replaceAll("[^\\x20-\\x7e\t\r\n]", "?"));
    }

    private String seal(MessageSignatures message, SigningKey key, int instance, Verdict verdict, String results) {
        String first = "i=" + instance + ';';
        String time = " t=" + clock.now().getEpochSecond() + ';';
        String resultsField = "ARC-Authentication-Results: " + first + ' ' + results + "\r\n";
        String signature = DkimSigner.messageField(
                "ARC-Message-Signature", first + time, DkimSigner.names(message, true), key, message);
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        // The seal of a failed chain covers only its own set (RFC 8617 §5.1.2).
        for (ArcSet set :
                verdict == Verdict.FAIL ? List.<ArcSet>of() : message.chain().sets()) {
            signed.writeBytes(message.header().canonical(set.results(), true));
            signed.writeBytes(message.header().canonical(set.messageSignature(), true));
            signed.writeBytes(message.header().canonical(set.seal().field(), true));
        }
        signed.writeBytes(MessageHeader.canonical(resultsField, true));
        signed.writeBytes(MessageHeader.canonical(signature, true));
        String tags = first + time + " cv=" + verdict.word() + ';';
        String seal = DkimSigner.start("ARC-Seal", tags, key).toString();
        return DkimSigner.signed(seal, signed, key) + signature + resultsField;
    }
}
