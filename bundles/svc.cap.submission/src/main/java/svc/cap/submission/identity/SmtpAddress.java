package svc.cap.submission.identity;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Syntax of an SMTP address (RFC 5321 §4.1.2, with the characters of RFC 6531). */
public final class SmtpAddress {

    private static final int LONGEST = 254;
    private static final int LONGEST_LOCAL = 64;
    private static final String ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-\\x{a0}-\\x{10FFFF}]+";
    private static final String QUOTED = "\"(?:[^\"\\\\\\p{Cntrl}]|\\\\[ -~])*\"";
    private static final String LABEL =
            "[a-zA-Z0-9\\x{a0}-\\x{10FFFF}](?:[a-zA-Z0-9\\-\\x{a0}-\\x{10FFFF}]*" + "[a-zA-Z0-9\\x{a0}-\\x{10FFFF}])?";
    private static final Pattern LOCAL = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*|" + QUOTED);
    private static final Pattern DOMAIN = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*|\\[[0-9A-Za-z:.]+\\]");

    private SmtpAddress() {}

    public static boolean isAddress(String text) {
        int at = text.lastIndexOf('@');
        return at > 0
                && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST
                && text.substring(0, at).getBytes(StandardCharsets.UTF_8).length <= LONGEST_LOCAL
                && LOCAL.matcher(text.substring(0, at)).matches()
                && DOMAIN.matcher(text.substring(at + 1)).matches();
    }
}
