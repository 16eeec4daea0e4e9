package svc.proto.imap.name;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Modified UTF-7, the encoding of mailbox names in IMAP4rev1 (RFC 3501 §5.1.3). */
final class ModifiedUtf7 {

    private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getDecoder();

    private ModifiedUtf7() {}

    static String encode(String name) {
        StringBuilder text = new StringBuilder(name.length() + 8);
        int at = 0;
        while (at < name.length()) {
            char c = name.charAt(at);
            if (isDirect(c)) {
                text.append(c);
                at++;
                if (c == '&') {
                    text.append('-');
                }
                continue;
            }
            int from = at;
            while (at < name.length() && !isDirect(name.charAt(at))) {
                at++;
            }
            byte[] units = name.substring(from, at).getBytes(StandardCharsets.UTF_16BE);
            text.append('&')
                    .append(ENCODER.encodeToString(units).replace('/', ','))
                    .append('-');
        }
        return text.toString();
    }

    private static boolean isDirect(char c) {
        return c >= ' ' && c < 0x7f;
    }

    /**
     * Returns the decoded text; empty if the text is not in the one form that the encoding has for each name: a client
     * could otherwise give two mailboxes names that look the same.
     */
    static Optional<String> decode(String text) {
        StringBuilder name = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '&') {
                name.append(c);
                continue;
            }
            int end = text.indexOf('-', at);
            if (end < 0) {
                return Optional.empty();
            }
            if (end == at) {
                name.append('&');
            } else if (!shifted(text.substring(at, end), name)) {
                return Optional.empty();
            }
            at = end + 1;
        }
        // A lone surrogate becomes a question mark when it is encoded, so the comparison finds it as well.
        String decoded = name.toString();
        return encode(decoded).equals(text) ? Optional.of(decoded) : Optional.empty();
    }

    private static boolean shifted(String base64, StringBuilder name) {
        if (base64.indexOf('/') >= 0) {
            return false;
        }
        try {
            byte[] units = DECODER.decode(base64.replace(',', '/'));
            name.append(new String(units, StandardCharsets.UTF_16BE));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
