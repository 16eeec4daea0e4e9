package svc.auth;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of an account. The one place with the rule: the domain as {@link Domain} says; the part before it as it was
 * given, in the normal form C of Unicode, a dot-atom (RFC 5321 §4.1.2, with the letters of RFC 6531) of at most 64 bytes,
 * never quoted. Two addresses are the same when their {@link #key}s are: there the whole is in lower case.
 *
 * @param local what stands before the last {@code @}
 * @param domain what stands after it
 */
record Address(String local, Domain domain) {

    private static final int LONGEST_LOCAL = 64;
    private static final int LONGEST = 254;
    private static final String ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
    private static final Pattern LOCAL = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");

    /** The address that a text names; empty when it is none. */
    static Optional<Address> of(String text) {
        int at = text.lastIndexOf('@');
        if (at < 1 || text.length() > LONGEST) {
            return Optional.empty();
        }
        String local = Normalizer.normalize(text.substring(0, at), Normalizer.Form.NFC);
        if (!LOCAL.matcher(local).matches() || local.getBytes(StandardCharsets.UTF_8).length > LONGEST_LOCAL) {
            return Optional.empty();
        }
        return Domain.of(text.substring(at + 1))
                .map(domain -> new Address(local, domain))
                .filter(address -> address.text().length() <= LONGEST);
    }

    /** As people see it. */
    String text() {
        return local + "@" + domain.name();
    }

    /** What two texts of one address have in common. */
    String key() {
        return Normalizer.normalize(local.toLowerCase(Locale.ROOT), Normalizer.Form.NFC) + "@" + domain.name();
    }
}
