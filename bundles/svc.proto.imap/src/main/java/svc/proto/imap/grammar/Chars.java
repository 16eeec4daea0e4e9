package svc.proto.imap.grammar;

/** The classes of characters of RFC 9051 §9. */
public final class Chars {

    private Chars() {}

    /** Returns whether an octet may occur in an atom (ATOM-CHAR). */
    public static boolean isAtom(int c) {
        return c > ' ' && c < 0x7f && "(){%*\"\\]".indexOf(c) < 0;
    }

    /** Returns whether an octet may occur in an astring without quotes (ASTRING-CHAR). */
    public static boolean isAstring(int c) {
        return c == ']' || isAtom(c);
    }

    /** Returns whether an octet may occur in a tag. */
    static boolean isTag(int c) {
        return c != '+' && isAstring(c);
    }

    /** Returns whether an octet may occur in a mailbox pattern without quotes (list-char). */
    static boolean isPattern(int c) {
        return c == '%' || c == '*' || isAstring(c);
    }
}
