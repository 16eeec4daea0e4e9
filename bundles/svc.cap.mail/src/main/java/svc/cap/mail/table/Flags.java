package svc.cap.mail.table;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Flag bits of an email: the four common keywords, the attachment flag, and whether the email has further keywords. */
public final class Flags {

    public static final int SEEN = 1;
    static final int DRAFT = 2;
    static final int FLAGGED = 4;
    static final int ANSWERED = 8;
    public static final int ATTACHMENT = 16;

    /** The bit that shows that the email has further keywords, which are stored as rows. */
    public static final int MORE = 32;

    /**
     * The first number that the keyword dictionary of an account ({@link KeywordDictionaryRows}) assigns. Lower numbers
     * belong to the keywords with a bit.
     */
    static final long OWN_WORDS = 16;

    /**
     * The number of {@code $seen} in the keyword dictionary. Under this number, the table {@code keyword} contains the
     * emails that do not have this keyword.
     */
    public static final long UNSEEN_WORD = 1;

    private static final List<Known> KNOWN = List.of(
            new Known("$seen", SEEN, UNSEEN_WORD),
            new Known("$draft", DRAFT, 2),
            new Known("$flagged", FLAGGED, 3),
            new Known("$answered", ANSWERED, 4));

    private Flags() {}

    private record Known(String name, int bit, long word) {}

    /** Returns the flag bits of an email with these keywords. */
    public static int of(Collection<String> keywords, boolean attachment) {
        int flags = attachment ? ATTACHMENT : 0;
        int known = 0;
        for (Known one : KNOWN) {
            if (keywords.contains(one.name)) {
                flags |= one.bit;
                known++;
            }
        }
        return known < keywords.size() ? flags | MORE : flags;
    }

    /** Returns the keywords whose bits are set. */
    public static Set<String> keywords(int flags) {
        Set<String> names = new LinkedHashSet<>();
        for (Known one : KNOWN) {
            if ((flags & one.bit) != 0) {
                names.add(one.name);
            }
        }
        return names;
    }

    /** Returns the bit of a keyword, or 0 if it has none. */
    public static int bit(String keyword) {
        return KNOWN.stream()
                .filter(one -> one.name.equals(keyword))
                .mapToInt(Known::bit)
                .findFirst()
                .orElse(0);
    }

    /** Returns the number in the keyword dictionary for the keyword with this bit. */
    static long keywordNumber(int bit) {
        return KNOWN.stream()
                .filter(one -> one.bit == bit)
                .mapToLong(Known::word)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the keyword with this number in the keyword dictionary. The keyword must have a bit. */
    static String name(long word) {
        return KNOWN.stream()
                .filter(one -> one.word == word)
                .map(Known::name)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the numbers of the keywords under which the table {@code keyword} contains an email with these flags. */
    public static Set<Long> keywordNumbers(int flags) {
        Set<Long> words = new HashSet<>();
        for (Known one : KNOWN) {
            if ((flags & one.bit) != 0 != (one.bit == SEEN)) {
                words.add(one.word);
            }
        }
        return words;
    }

    /** Returns whether the email is neither seen nor a draft (RFC 8621 §2). */
    public static boolean unread(int flags) {
        return (flags & (SEEN | DRAFT)) == 0;
    }
}
