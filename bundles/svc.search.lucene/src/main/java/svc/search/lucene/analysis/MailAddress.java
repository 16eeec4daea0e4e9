package svc.search.lucene;

import java.util.ArrayList;
import java.util.List;

/**
 * What looks like an address of mail in a text.
 *
 * @param start its first character
 * @param at where its {@code @} is
 * @param end the one after its last character
 */
record MailAddress(int start, int at, int end) {

    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_DOMAIN = 255;

    /** All in a text, in their order. */
    static List<MailAddress> in(String text) {
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

    /** A domain after an {@code @} with no name before it. */
    static int domainEnd(String text, int at) {
        int end = at + 1;
        int most = Math.min(text.length(), at + 1 + LONGEST_DOMAIN);
        while (end < most
                && (Letters.continues(text.charAt(end)) || text.charAt(end) == '.' || text.charAt(end) == '-')) {
            end++;
        }
        while (end > at + 1 && !Letters.continues(text.charAt(end - 1))) {
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
        while (start < at && !Letters.begins(text.charAt(start))) {
            start++;
        }
        return new MailAddress(start, at, domainEnd(text, at));
    }

    private static boolean named(char c) {
        return Letters.continues(c) || ".-_+'%=".indexOf(c) >= 0;
    }

    String whole(String text) {
        return Folding.fold(text, start, end);
    }
}
