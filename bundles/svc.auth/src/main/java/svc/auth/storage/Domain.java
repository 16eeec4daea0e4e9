package svc.auth;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A domain in the one form in which it is kept and compared: lower case, every label as an A-label (RFC 5890;
 * {@code Müller.example} is {@code xn--mller-kva.example}), no dot at the end, at most 253 characters, and a last label that
 * is no number, so that it is never taken for an address of the network.
 *
 * @param name the domain in that form
 */
record Domain(String name) {

    private static final int LONGEST = 253;
    private static final Pattern NAME = Pattern.compile(
            "(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)*(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    /** The domain that a text names; empty when it is none. */
    static Optional<Domain> of(String text) {
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
