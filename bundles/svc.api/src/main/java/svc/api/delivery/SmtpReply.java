package svc.api.delivery;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reply of SMTP (RFC 5321 §4.2) with an enhanced status code (RFC 3463).
 *
 * @param code the reply code, from 200 to 599
 * @param enhancedCode the enhanced status code, such as {@code 5.1.1}; its class agrees with the reply code
 * @param text one line of text without control characters
 */
public record SmtpReply(int code, String enhancedCode, String text) {

    private static final Pattern ENHANCED = Pattern.compile("[245]\\.[0-9]{1,3}\\.[0-9]{1,3}");
    private static final Pattern WHOLE =
            Pattern.compile("([2-5][0-9]{2})(?: ([245]\\.[0-9]{1,3}\\.[0-9]{1,3}))? (\\P{Cntrl}*)");

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException the parts are not a reply
     */
    public SmtpReply {
        if (code < 200 || code > 599 || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("not a reply of one line: " + code);
        }
        if (!ENHANCED.matcher(enhancedCode).matches()
                || (code / 100 != 3 && enhancedCode.charAt(0) - '0' != code / 100)) {
            throw new IllegalArgumentException("the enhanced status code does not fit the reply code " + code);
        }
    }

    /**
     * Reads a reply such as {@code 550 5.1.1 Unknown recipient.} A reply without an enhanced status code gets
     * {@code x.0.0} (RFC 3463 §2).
     *
     * @throws IllegalArgumentException the text is not a reply
     */
    public static SmtpReply of(String reply) {
        Matcher parts = WHOLE.matcher(reply);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a reply of one line");
        }
        String enhanced = parts.group(2);
        return new SmtpReply(
                Integer.parseInt(parts.group(1)),
                enhanced == null ? reply.charAt(0) + ".0.0" : enhanced,
                parts.group(3));
    }

    /** Returns whether the command succeeded (2yz). */
    public boolean isPositive() {
        return code < 300;
    }

    /** Returns whether the client should try again later (4yz). */
    public boolean isTransient() {
        return code / 100 == 4;
    }

    /** Returns whether the client must not try again (5yz). */
    public boolean isPermanent() {
        return code >= 500;
    }

    /** Returns the reply as it is sent, without the line end. */
    @Override
    public String toString() {
        return code + " " + enhancedCode + " " + text;
    }
}
