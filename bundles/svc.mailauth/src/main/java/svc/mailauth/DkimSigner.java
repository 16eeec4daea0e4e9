package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import svc.api.time.Clock;
import svc.mailauth.SignatureField.SignedBody;
import svc.mime.HeaderField;

/**
 * Signs messages with DKIM (RFC 6376, 8301, 8463): relaxed canonicalization, the whole body, and the fields that readers
 * see. No field of the main ones can be added to a signed message.
 */
public final class DkimSigner {

    /** The time for which a signature is valid. It is longer than the time in which servers retry a message. */
    public static final Duration VALID = Duration.ofDays(14);

    /** The body that signatures cover: all of it. */
    static final SignedBody BODY = new SignedBody(true, -1);

    /** Fields that are signed once more than they occur, so that none can be added (RFC 6376 §5.4, §8.15). */
    private static final List<String> OVERSIGNED = List.of(
            "from",
            "subject",
            "to",
            "cc",
            "date",
            "reply-to",
            "message-id",
            "mime-version",
            "content-type",
            "content-transfer-encoding");

    private static final Set<String> SIGNED =
            Set.of("sender", "in-reply-to", "references", "content-disposition", "content-id", "content-description");

    private static final String LIST_FIELD = "list-[a-z0-9-]+";
    private static final String SIGNATURE = "dkim-signature";
    private static final int LINE = 72;
    private static final String FOLD = "\r\n\t";

    private final Clock clock;

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
            List<String> names = names(message, false);
            keys.forEach(key -> fields.append(messageField("DKIM-Signature", tags, names, key, message)));
        }
        return fields.toString();
    }

    /**
     * Returns the names of the fields to sign. A verifier takes repeated fields from the last one upwards, so each name
     * is repeated (RFC 6376 §5.4.2).
     *
     * @param signatures whether the DKIM signatures are signed, too
     */
    static List<String> names(MessageSignatures message, boolean signatures) {
        Map<String, Integer> counts = new HashMap<>();
        List<String> names = new ArrayList<>(OVERSIGNED);
        for (HeaderField field : message.headers().fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            boolean isNew = counts.merge(name, 1, Integer::sum) == 1;
            // A name with other characters could not be written in the tag h.
            if (isNew
                    && (SIGNED.contains(name) || name.matches(LIST_FIELD) || (signatures && name.equals(SIGNATURE)))) {
                names.add(name);
            }
        }
        List<String> repeated = new ArrayList<>();
        for (String name : names) {
            int count = counts.getOrDefault(name, 0) + (OVERSIGNED.contains(name) ? 1 : 0);
            for (int i = 0; i < count; i++) {
                repeated.add(name);
            }
        }
        return repeated;
    }

    /**
     * Returns a field that signs a message, with its line end.
     *
     * @param tags the first tags, each with a semicolon at its end
     */
    static String messageField(
            String name, String tags, List<String> names, SigningKey key, MessageSignatures message) {
        StringBuilder field = start(name, tags, key);
        field.append(FOLD).append("c=relaxed/relaxed; h=");
        int column = "c=relaxed/relaxed; h=".length();
        for (int i = 0; i < names.size(); i++) {
            String word = names.get(i) + (i + 1 < names.size() ? ":" : ";");
            boolean fits = column + word.length() <= LINE;
            field.append(fits ? "" : FOLD).append(word);
            column = (fits ? column : 0) + word.length();
        }
        field.append(FOLD).append("bh=").append(base64(message.hashes().value(BODY)));
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        for (HeaderField one : message.header().signed(names, null)) {
            signed.writeBytes(message.header().canonical(one, true));
        }
        return signed(field.append(';').toString(), signed, key);
    }

    /** Returns the start of a field: its first tags, the algorithm and the key. */
    static StringBuilder start(String name, String tags, SigningKey key) {
        return new StringBuilder(name)
                .append(": ")
                .append(tags)
                .append(" a=")
                .append(key.algorithm())
                .append(';')
                .append(FOLD)
                .append("d=")
                .append(key.domain().text())
                .append(';')
                .append(FOLD)
                .append("s=")
                .append(key.selector())
                .append(';');
    }

    /** Returns a field with the signature of some octets and of the field itself, with its line end. */
    static String signed(String field, ByteArrayOutputStream signed, SigningKey key) {
        String own = field + FOLD + "b=";
        signed.writeBytes(MessageHeader.canonical(own, true));
        String value = base64(key.sign(signed.toByteArray()));
        StringBuilder text = new StringBuilder(own);
        for (int at = 0; at < value.length(); at += LINE) {
            text.append(at == 0 ? "" : FOLD).append(value, at, Math.min(value.length(), at + LINE));
        }
        return text.append("\r\n").toString();
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }
}
