package svc.auth.storage;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The email address of an account. The local part is a dot-atom (RFC 5321 §4.1.2, with the letters of RFC 6531) of at
 * most 64 bytes, never quoted, in Unicode normalization form C; its case is kept. Two addresses are equal if their
 * {@link #key}s are equal.
 *
 * @param local the part before the last {@code @}
 * @param domain the part after the last {@code @}
 */
public record EmailAddress(String local, Domain domain) {

    private static final int LONGEST_LOCAL = 64;
    private static final int LONGEST = 254;
    private static final String ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
    private static final Pattern LOCAL = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");

    /** Parses an address. Returns empty if the text is not an address. */
    public static Optional<EmailAddress> of(String text) {
        int at = text.lastIndexOf('@');
        if (at < 1 || text.length() > LONGEST) {
            return Optional.empty();
        }
        String local = Normalizer.normalize(text.substring(0, at), Normalizer.Form.NFC);
        if (!LOCAL.matcher(local).matches() || local.getBytes(StandardCharsets.UTF_8).length > LONGEST_LOCAL) {
            return Optional.empty();
        }
        return Domain.of(text.substring(at + 1))
                .map(domain -> new EmailAddress(local, domain))
                .filter(address -> address.text().length() <= LONGEST);
    }

    /** Returns the address with the original case of the local part. */
    String text() {
        return local + "@" + domain.name();
    }

    /** Returns the address in lower case, for comparison. */
    public String key() {
        return Normalizer.normalize(local.toLowerCase(Locale.ROOT), Normalizer.Form.NFC) + "@" + domain.name();
    }
}
