package svc.testkit.bundles;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Makes lines of a sign-in from readable text. */
public final class SignInLine {

    private static final Pattern ADDRESS = Pattern.compile("\\bA\\b");

    /** Text in braces, except a literal of IMAP such as {@code {6+}}; or the address outside of braces. */
    private static final Pattern PART = Pattern.compile("\\{([^}]*[^}+])\\}|" + ADDRESS);

    private SignInLine() {}

    /**
     * Returns a line of a sign-in.
     *
     * @param text the line, in which the word A is the address, and text in braces is encoded as Base64; in braces, 0 is
     *     NUL and 1 is the separator of OAUTHBEARER
     */
    public static String of(String text, String address) {
        return PART.matcher(text)
                .replaceAll(part -> part.group(1) == null ? address : base64(response(part.group(1), address)));
    }

    private static String response(String text, String address) {
        return ADDRESS.matcher(text.replace('0', '\0').replace('1', '\1')).replaceAll(address);
    }

    /** Returns the Base64 of a text in UTF-8. */
    public static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
