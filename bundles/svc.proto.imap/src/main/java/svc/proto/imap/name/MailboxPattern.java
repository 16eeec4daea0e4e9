package svc.proto.imap.name;

import java.util.Arrays;

/**
 * A pattern of mailbox names (RFC 9051 §6.3.9): {@code *} matches any text, {@code %} any text without a delimiter. The
 * inbox matches in upper and lower case. Matching takes time in proportion to the product of the lengths at most.
 * Immutable. Threading: thread-safe.
 */
public final class MailboxPattern {

    /** The maximum length of a pattern of a client. */
    public static final int LONGEST = 2_000;

    private final String pattern;

    private MailboxPattern(String pattern) {
        this.pattern = pattern;
    }

    /**
     * Returns a pattern.
     *
     * @param reference the reference of LIST, which is put in front of the pattern
     * @param pattern the decoded pattern
     */
    public static MailboxPattern of(String reference, String pattern) {
        String whole = MailboxName.normalized(reference + pattern);
        StringBuilder simple = new StringBuilder(whole.length());
        for (int i = 0; i < whole.length(); i++) {
            char c = whole.charAt(i);
            char before = simple.isEmpty() ? 0 : simple.charAt(simple.length() - 1);
            if (before == '*' && (c == '*' || c == '%')) {
                continue;
            }
            if (before == '%' && c == '*') {
                simple.setLength(simple.length() - 1);
            }
            if (before != '%' || c != '%') {
                simple.append(c);
            }
        }
        return new MailboxPattern(simple.toString());
    }

    /** Returns whether a name matches. */
    public boolean matches(String name) {
        return matches(name, false);
    }

    /**
     * Returns whether a mailbox below this name could match. LIST with RECURSIVEMATCH and the walk of a tree ask it.
     */
    public boolean matchesBelow(String name) {
        return matches(name + MailboxName.DELIMITER, true);
    }

    /**
     * Follows all positions of the pattern at once, one character of the name after the other.
     *
     * @param prefix whether it is sufficient that a longer name matches
     */
    private boolean matches(String name, boolean prefix) {
        int length = pattern.length();
        boolean[] now = new boolean[length + 1];
        boolean[] next = new boolean[length + 1];
        now[0] = true;
        skipWildcards(now);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            Arrays.fill(next, false);
            boolean alive = false;
            for (int at = 0; at < length; at++) {
                if (!now[at]) {
                    continue;
                }
                char p = pattern.charAt(at);
                if (p == '*' || (p == '%' && c != MailboxName.DELIMITER)) {
                    next[at] = true;
                    alive = true;
                } else if (p != '%' && p == c) {
                    next[at + 1] = true;
                    alive = true;
                }
            }
            if (!alive) {
                return false;
            }
            skipWildcards(next);
            boolean[] before = now;
            now = next;
            next = before;
        }
        return prefix ? canContinue(now) : now[length];
    }

    private void skipWildcards(boolean[] positions) {
        for (int at = 0; at < pattern.length(); at++) {
            char p = pattern.charAt(at);
            positions[at + 1] |= positions[at] && (p == '*' || p == '%');
        }
    }

    private boolean canContinue(boolean[] positions) {
        for (int at = 0; at < pattern.length(); at++) {
            if (positions[at]) {
                return true;
            }
        }
        return false;
    }

    /** Returns the pattern with its reference, without wildcards that have no effect. */
    @Override
    public String toString() {
        return pattern;
    }
}
