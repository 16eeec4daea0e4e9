package svc.mailauth;

import java.time.Duration;
import java.util.List;
import svc.api.time.Clock;

/**
 * Signs messages with DKIM (RFC 6376, 8301, 8463): relaxed canonicalization, the whole body, and the fields that readers
 * see. No field of the main ones can be added to a signed message.
 */
public final class DkimSigner {

    /** The time for which a signature is valid. It is longer than the time in which servers retry a message. */
    public static final Duration VALID = Duration.ofDays(14);

    private final Clock clock;

    /** Creates a signer that takes the time of signatures from a clock. */
    public DkimSigner(Clock clock) {
        this.clock = clock;
    }

    /**
     * Returns a DKIM-Signature field for each key, in order and with line ends; nothing if the header of the message is
     * too long.
     *
     * @param message the message without the new fields, written to a stream of {@link MessageSignatures#forSigning}
     */
    public String sign(MessageSignatures message, List<SigningKey> keys) {
        StringBuilder fields = new StringBuilder();
        if (!message.isHeaderTooLong()) {
            long now = clock.now().getEpochSecond();
            String tags = "v=1; t=" + now + "; x=" + (now + VALID.toSeconds()) + ';';
            List<String> names = SignatureWriter.names(message, false);
            keys.forEach(
                    key -> fields.append(SignatureWriter.messageField("DKIM-Signature", tags, names, key, message)));
        }
        return fields.toString();
    }
}
