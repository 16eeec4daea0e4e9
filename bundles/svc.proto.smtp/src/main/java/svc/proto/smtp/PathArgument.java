package svc.proto.smtp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The argument of MAIL or RCPT (RFC 5321 §4.1.2).
 *
 * @param address the path without angle brackets and source route; empty for the null reverse-path
 * @param parameters the parameters by their names in upper case; an empty text for a parameter without a value
 */
record PathArgument(String address, Map<String, String> parameters) {

    /** An atom, with the characters of RFC 6531 §3.3. */
    private static final String ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-\\x{a0}-\\x{10FFFF}]+";

    private static final String LOCAL = "(?:" + ATOM + "(?:\\." + ATOM + ")*+|\"(?:[^\"\\\\\\p{Cntrl}]|\\\\[ -~])*+\")";
    private static final String LABEL = "[a-zA-Z0-9_\\-\\x{a0}-\\x{10FFFF}]+";
    private static final String DOMAIN = "(?:" + LABEL + "(?:\\." + LABEL + ")*+|\\[[0-9A-Za-z:.]++\\])";
    private static final Pattern MAILBOX = Pattern.compile(LOCAL + "@" + DOMAIN);
    private static final Pattern SOURCE_ROUTE = Pattern.compile("@" + DOMAIN + "(?:,@" + DOMAIN + ")*+:");

    /** The path ends at the first angle bracket outside of a quoted string. */
    private static final Pattern PATH =
            Pattern.compile("<(?<path>(?:[^\"<>]++|\"(?:[^\"\\\\]|\\\\.)*+\")*+)>(?<rest>(?: .*)?)");

    private static final Pattern PARAMETER =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9-]*+)(?:=([^= \\x00-\\x20\\x7f]++))?");

    private static final Pattern XTEXT = Pattern.compile("(?:[!-*,-<>-~]|\\+[0-9A-F]{2})*+");
    private static final int LONGEST_LOCAL_PART = 64;
    private static final int LONGEST = 254;

    /**
     * Parses an argument.
     *
     * @param keyword {@code FROM} or {@code TO}
     */
    static PathArgument parse(String keyword, String argument) throws RefusedException {
        int length = keyword.length() + 1;
        // Many clients send white space after the colon.
        Matcher path = argument.regionMatches(true, 0, keyword + ":", 0, length)
                ? PATH.matcher(argument.substring(length).strip())
                : null;
        if (path == null || !path.matches()) {
            throw Refusal.SYNTAX.with((keyword.equals("TO") ? "RCPT " : "MAIL ") + keyword + ":<address>");
        }
        String address = SOURCE_ROUTE.matcher(path.group("path")).lookingAt()
                ? SOURCE_ROUTE.matcher(path.group("path")).replaceFirst("")
                : path.group("path");
        return new PathArgument(address, parameters(path.group("rest").strip()));
    }

    private static Map<String, String> parameters(String text) throws RefusedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String word : text.isEmpty() ? new String[0] : text.split(" +", -1)) {
            Matcher parameter = PARAMETER.matcher(word);
            if (!parameter.matches()) {
                throw Refusal.SYNTAX.with("each parameter is KEYWORD or KEYWORD=value");
            }
            String name = parameter.group(1).toUpperCase(Locale.ROOT);
            String value = parameter.group(2) == null ? "" : parameter.group(2);
            if (parameters.put(name, value) != null) {
                throw Refusal.INVALID_PARAMETER.with(name);
            }
        }
        return parameters;
    }

    /** Returns whether the address is a mailbox. */
    boolean isMailbox() {
        int at = address.lastIndexOf('@');
        return at > 0
                && at <= LONGEST_LOCAL_PART
                && address.length() <= LONGEST
                && MAILBOX.matcher(address).matches();
    }

    /** Returns whether the address has characters other than ASCII. */
    boolean isInternational() {
        return address.chars().anyMatch(c -> c > 0x7f);
    }

    /** Decodes the value of a parameter (RFC 3461 §4); empty if it is malformed, or contains characters other than printable ASCII. */
    static Optional<String> decoded(String value) {
        if (!XTEXT.matcher(value).matches()) {
            return Optional.empty();
        }
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(value.length());
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) == '+') {
                decoded.write(Integer.parseInt(value.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                decoded.write(value.charAt(i));
            }
        }
        String text = decoded.toString(StandardCharsets.ISO_8859_1);
        return text.chars().allMatch(c -> c >= ' ' && c < 0x7f) ? Optional.of(text) : Optional.empty();
    }
}
