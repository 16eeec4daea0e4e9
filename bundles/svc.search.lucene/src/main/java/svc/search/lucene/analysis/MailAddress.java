package svc.search.lucene.analysis;

import java.util.ArrayList;
import java.util.List;

/**
 * The position of an email address in a text.
 *
 * @param start the first character
 * @param at the position of the {@code @}
 * @param end the position after the last character
 */
public record MailAddress(int start, int at, int end) {

    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_DOMAIN = 255;

    /** Returns all addresses in a text, in order. */
    public static List<MailAddress> in(String text) {
        int at = text.indexOf('@');
        if (at < 0) {
            return List.of();
        }
        List<MailAddress> found = new ArrayList<>();
        int from = 0;
        while (at >= 0) {
            MailAddress address = around(text, from, at);
            if (address.start < at && address.end > at + 1) {
                found.add(address);
                from = address.end;
            }
            at = text.indexOf('@', Math.max(at + 1, from));
        }
        return found;
    }

    /** Returns the end of the domain after an {@code @}. */
    public static int domainEnd(String text, int at) {
        int end = at + 1;
        int limit = Math.min(text.length(), at + 1 + LONGEST_DOMAIN);
        while (end < limit
                && (CharacterClasses.continues(text.charAt(end))
                        || text.charAt(end) == '.'
                        || text.charAt(end) == '-')) {
            end++;
        }
        while (end > at + 1 && !CharacterClasses.continues(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static MailAddress around(String text, int from, int at) {
        int start = at;
        int least = Math.max(from, at - LONGEST_NAME);
        while (start > least && named(text.charAt(start - 1))) {
            start--;
        }
        while (start < at && !CharacterClasses.begins(text.charAt(start))) {
            start++;
        }
        return new MailAddress(start, at, domainEnd(text, at));
    }

    private static boolean named(char c) {
        return CharacterClasses.continues(c) || ".-_+'%=".indexOf(c) >= 0;
    }

    public String whole(String text) {
        return WordFolding.fold(text, start, end);
    }
}
