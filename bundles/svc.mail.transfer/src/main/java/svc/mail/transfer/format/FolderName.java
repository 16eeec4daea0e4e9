package svc.mail.transfer.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Converts mailbox names to file names. Maildir++ uses the modified UTF-7 of IMAP (RFC 3501 §5.1.3); a dot separates
 * the levels, so a dot in a name is encoded. In a tree of mbox files, characters that are not allowed or have a special
 * meaning are written as {@code %} and two hexadecimal digits.
 */
public final class FolderName {

    private static final Pattern ENCODED = Pattern.compile("&([A-Za-z0-9+,]*)-");
    private static final Pattern PERCENT = Pattern.compile("%(25|2E|2F|[01][0-9A-F]|7F)");

    /** Dots that would give a file name a special meaning: a leading dot, and the dot of a known extension. */
    private static final Pattern MEANING = Pattern.compile("^\\.|\\.(?=(?i:mbox|part|sbd|msf)(\\.|$))");

    private FolderName() {}

    /** Encodes the name of one level for Maildir++. */
    public static String toMaildir(String name) {
        StringBuilder text = new StringBuilder();
        StringBuilder open = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= ' ' && c <= '~' && c != '.' && c != '/' && c != '&';
            if (plain || c == '&') {
                close(open, text);
                text.append(c == '&' ? "&-" : String.valueOf(c));
            } else {
                open.append(c);
            }
        }
        close(open, text);
        return text.toString();
    }

    private static void close(StringBuilder open, StringBuilder text) {
        if (!open.isEmpty()) {
            byte[] bytes = open.toString().getBytes(StandardCharsets.UTF_16BE);
            String base64 = Base64.getEncoder().withoutPadding().encodeToString(bytes);
            text.append('&').append(base64.replace('/', ',')).append('-');
            open.setLength(0);
        }
    }

    /**
     * Decodes a Maildir++ name. Text that is not modified UTF-7 is unchanged, because some programs write names in
     * UTF-8.
     */
    public static String fromMaildir(String text) {
        Matcher encoded = ENCODED.matcher(text);
        StringBuilder name = new StringBuilder();
        while (encoded.find()) {
            encoded.appendReplacement(name, Matcher.quoteReplacement(decoded(encoded.group(1), encoded.group())));
        }
        return encoded.appendTail(name).toString();
    }

    private static String decoded(String base64, String fallback) {
        if (base64.isEmpty()) {
            return "&";
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.replace(',', '/'));
            CharBuffer text = StandardCharsets.UTF_16BE.newDecoder().decode(ByteBuffer.wrap(bytes));
            return text.toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return fallback;
        }
    }

    /** Encodes the name of one level for a tree of mbox files, without the extension. */
    public static String toFile(String name) {
        String escaped = name.codePoints()
                .mapToObj(c -> c == '%' || c == '/' || (Character.isISOControl(c) && c < 128)
                        ? String.format(java.util.Locale.ROOT, "%%%02X", c)
                        : Character.toString(c))
                .collect(Collectors.joining());
        return MEANING.matcher(escaped).replaceAll("%2E");
    }

    /** Decodes the name of a file or folder in a tree of mbox files. */
    public static String fromFile(String text) {
        return PERCENT.matcher(text)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
}
