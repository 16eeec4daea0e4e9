package svc.proto.imap.name;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import svc.proto.imap.grammar.Chars;

/**
 * The flags of a message: the keywords of JMAP and {@code \Deleted} (RFC 8621 §4.1.1). {@code \Seen}, {@code \Answered},
 * {@code \Flagged} and {@code \Draft} are the keywords {@code $seen}, {@code $answered}, {@code $flagged} and {@code
 * $draft}.
 *
 * @param keywords the keywords, in lower case
 * @param deleted whether the message has {@code \Deleted}
 */
public record MessageFlags(Set<String> keywords, boolean deleted) {

    /** No flags. */
    public static final MessageFlags NONE = new MessageFlags(Set.of(), false);

    /** The maximum length of a keyword (RFC 8621 §4.1.1). */
    public static final int LONGEST_KEYWORD = 255;

    private static final Map<String, String> SYSTEM =
            Map.of("$seen", "\\Seen", "$answered", "\\Answered", "$flagged", "\\Flagged", "$draft", "\\Draft");

    private static final Map<String, String> KEYWORDS = SYSTEM.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(
                    entry -> entry.getValue().toLowerCase(Locale.ROOT), Map.Entry::getKey));

    /** Copies the set. */
    public MessageFlags {
        keywords = Set.copyOf(keywords);
    }

    /** Returns whether there are no flags. */
    public boolean isEmpty() {
        return keywords.isEmpty() && !deleted;
    }

    /**
     * Returns the keyword of a flag of a client; {@code \deleted} for {@code \Deleted}; empty if a client cannot set the
     * flag: {@code \Recent}, an unknown system flag, a label, or no flag at all.
     *
     * @param flag the flag, such as {@code \Seen} or {@code $Forwarded}
     */
    public static Optional<String> keyword(String flag) {
        String lower = flag.toLowerCase(Locale.ROOT);
        if (lower.startsWith("\\")) {
            return lower.equals("\\deleted") ? Optional.of(lower) : Optional.ofNullable(KEYWORDS.get(lower));
        }
        return isKeyword(lower) ? Optional.of(lower) : Optional.empty();
    }

    /** Returns whether a keyword can be a flag. Labels are keywords with a bracket in front and are not flags. */
    public static boolean isKeyword(String keyword) {
        return !keyword.isEmpty()
                && keyword.length() <= LONGEST_KEYWORD
                && keyword.charAt(0) != '['
                && keyword.chars().allMatch(c -> c < 0x7f && Chars.isAtom(c));
    }

    /** Returns the flags of a message for a client, system flags first, then keywords in alphabetical order. */
    public static List<String> names(Collection<String> keywords, boolean deleted) {
        List<String> names = new ArrayList<>(keywords.size() + 1);
        if (deleted) {
            names.add("\\Deleted");
        }
        Set<String> sorted = new TreeSet<>(keywords);
        sorted.stream().filter(SYSTEM::containsKey).map(SYSTEM::get).forEach(names::add);
        sorted.stream()
                .filter(keyword -> !SYSTEM.containsKey(keyword) && isKeyword(keyword))
                .forEach(names::add);
        return names;
    }

    /** Returns these flags for a client. */
    public List<String> names() {
        return names(keywords, deleted);
    }
}
