package svc.mail.transfer.format;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The keywords for which the formats have flags, and the syntax of keywords (RFC 8621 §4.1.1). */
public final class Keywords {

    public static final String SEEN = "$seen";
    public static final String ANSWERED = "$answered";
    public static final String FLAGGED = "$flagged";
    public static final String DRAFT = "$draft";
    public static final String FORWARDED = "$forwarded";

    /** Stands for the flag {@code \Deleted} of IMAP (RFC 9051 §2.3.2) among the keywords of an export. It is no keyword. */
    public static final String DELETED = "\\deleted";

    /** Maximum number of keywords of a message. */
    static final int MOST = 100;

    private static final Pattern VALID = Pattern.compile("[!-~&&[^(){\\]%*\"\\\\]]{1,255}");

    private Keywords() {}

    /** Returns the words that are valid keywords, in lower case; the others are dropped. */
    public static Set<String> valid(Collection<String> keywords) {
        Set<String> valid = new LinkedHashSet<>();
        for (String keyword : keywords) {
            if (valid.size() < MOST && VALID.matcher(keyword).matches()) {
                valid.add(keyword.toLowerCase(Locale.ROOT));
            }
        }
        return valid;
    }
}
