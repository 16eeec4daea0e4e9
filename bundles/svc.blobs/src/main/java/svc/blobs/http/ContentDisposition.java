package svc.blobs.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Builds {@code Content-Disposition} with a file name in any script (RFC 6266 §4, RFC 8187). */
final class ContentDisposition {

    /** Control characters, path separators, and bidirectional controls that could disguise a file extension. */
    private static final Pattern UNSAFE =
            Pattern.compile("[/\\\\\\p{Cc}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029]");

    private static final Pattern NOT_PLAIN = Pattern.compile("[^ -~]|[\"%/\\\\]");
    private static final String PLAIN_IN_EXTENDED = "!#$&+-.^_`|~";

    private ContentDisposition() {}

    /**
     * Returns the value of the field. The disposition is always {@code attachment}, so that a browser never opens an
     * uploaded file as a page.
     */
    static String disposition(String name) {
        String safe = UNSAFE.matcher(name).replaceAll("_");
        String plain = NOT_PLAIN.matcher(safe).replaceAll("_");
        String value = "attachment; filename=\"" + plain + "\"";
        return plain.equals(safe) ? value : value + "; filename*=UTF-8''" + extended(safe);
    }

    private static String extended(String name) {
        StringBuilder text = new StringBuilder();
        for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (one & 0xff);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || PLAIN_IN_EXTENDED.indexOf(c) >= 0;
            if (plain) {
                text.append(c);
            } else {
                text.append('%')
                        .append(Character.toUpperCase(Character.forDigit(one >> 4 & 15, 16)))
                        .append(Character.toUpperCase(Character.forDigit(one & 15, 16)));
            }
        }
        return text.toString();
    }
}
