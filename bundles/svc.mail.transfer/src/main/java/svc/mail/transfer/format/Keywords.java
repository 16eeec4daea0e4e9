package svc.mail.transfer;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The keywords that other formats have flags for, and what may be one (RFC 8621 §4.1.1). */
final class Keywords {

    static final String SEEN = "$seen";
    static final String ANSWERED = "$answered";
    static final String FLAGGED = "$flagged";
    static final String DRAFT = "$draft";
    static final String FORWARDED = "$forwarded";

    /** A message has so many at most. */
    static final int MOST = 100;

    private static final Pattern VALID = Pattern.compile("[!-~&&[^(){\\]%*\"\\\\]]{1,255}");

    private Keywords() {}

    /** Those of some words that can be keywords, as they are kept; what cannot be one is left out. */
    static Set<String> valid(Collection<String> words) {
        Set<String> valid = new LinkedHashSet<>();
        for (String word : words) {
            if (valid.size() < MOST && VALID.matcher(word).matches()) {
                valid.add(word.toLowerCase(Locale.ROOT));
            }
        }
        return valid;
    }
}
