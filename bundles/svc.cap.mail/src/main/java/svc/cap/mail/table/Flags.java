package svc.cap.mail;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The flags of a message: bits for the keywords that most messages have, and what lists show. */
final class Flags {

    static final int SEEN = 1;
    static final int DRAFT = 2;
    static final int FLAGGED = 4;
    static final int ANSWERED = 8;
    static final int ATTACHMENT = 16;

    /** There are rows of further keywords. */
    static final int MORE = 32;

    /** The numbers of words from here on belong to an account. */
    static final long OWN_WORDS = 16;

    /** The word under which the messages without {@code $seen} are found. */
    static final long UNSEEN_WORD = 1;

    private static final List<Known> KNOWN = List.of(
            new Known("$seen", SEEN, UNSEEN_WORD),
            new Known("$draft", DRAFT, 2),
            new Known("$flagged", FLAGGED, 3),
            new Known("$answered", ANSWERED, 4));

    private Flags() {}

    private record Known(String name, int bit, long word) {}

    /** The bits of keywords. */
    static int of(Collection<String> keywords, boolean attachment) {
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

    /** The keywords that are bits. */
    static Set<String> keywords(int flags) {
        Set<String> names = new LinkedHashSet<>();
        for (Known one : KNOWN) {
            if ((flags & one.bit) != 0) {
                names.add(one.name);
            }
        }
        return names;
    }

    /** The bit of a keyword; 0 for those that have none. */
    static int bit(String keyword) {
        return KNOWN.stream()
                .filter(one -> one.name.equals(keyword))
                .mapToInt(Known::bit)
                .findFirst()
                .orElse(0);
    }

    /** The number of the word of a bit. */
    static long word(int bit) {
        return KNOWN.stream()
                .filter(one -> one.bit == bit)
                .mapToLong(Known::word)
                .findFirst()
                .orElseThrow();
    }

    /** The keyword with a bit, by the number of its word. */
    static String name(long word) {
        return KNOWN.stream()
                .filter(one -> one.word == word)
                .map(Known::name)
                .findFirst()
                .orElseThrow();
    }

    /** The words of the bits under which a message is found. */
    static Set<Long> words(int flags) {
        Set<Long> words = new HashSet<>();
        for (Known one : KNOWN) {
            if ((flags & one.bit) != 0 != (one.bit == SEEN)) {
                words.add(one.word);
            }
        }
        return words;
    }

    /** Neither seen nor a draft (RFC 8621 §2). */
    static boolean unread(int flags) {
        return (flags & (SEEN | DRAFT)) == 0;
    }
}
