package svc.auth.storage;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A domain in canonical form: lower case, every label as an A-label (RFC 5890; {@code Müller.example} is
 * {@code xn--mller-kva.example}), no trailing dot, at most 253 characters. The last label is not a number, so that a
 * domain never parses as an IP address.
 *
 * @param name the domain in canonical form
 */
public record Domain(String name) {

    private static final int LONGEST = 253;
    private static final Pattern NAME = Pattern.compile(
            "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    /** Parses a domain. Returns empty if the text is not a domain. */
    public static Optional<Domain> of(String text) {
        try {
            String name = IDN.toASCII(Normalizer.normalize(text, Normalizer.Form.NFC), IDN.USE_STD3_ASCII_RULES)
                    .toLowerCase(Locale.ROOT);
            return name.length() <= LONGEST && NAME.matcher(name).matches()
                    ? Optional.of(new Domain(name))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
