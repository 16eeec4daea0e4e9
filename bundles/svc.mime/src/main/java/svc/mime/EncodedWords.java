package svc.mime;

import java.io.ByteArrayOutputStream;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;
import svc.mime.charset.MailCharset;

/**
 * Decodes encoded words (RFC 2047) that white space separates from other words. Adjacent words of the same charset are
 * joined as bytes before they are decoded, because many senders split a multi-byte character between two words.
 */
final class EncodedWords {

    private final String text;
    private final StringBuilder out;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private @Nullable MailCharset charset;

    private EncodedWords(String text) {
        this.text = text;
        this.out = new StringBuilder(text.length());
    }

    /** Returns the Text form of a raw value (RFC 8621 §4.1.2.2). */
    static String text(String raw) {
        StringBuilder line = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            boolean before = line.length() == 0 && (c == ' ' || c == '\t');
            if (c != '\r' && c != '\n' && c != '\0' && !before) {
                line.append(c);
            }
        }
        return decoded(line.toString());
    }

    /**
     * Returns a one-line text with its encoded words decoded, in Normalization Form C if it has characters from U+0300
     * on.
     */
    static String decoded(String text) {
        String decoded = text.contains("=?") ? new EncodedWords(text).decode() : text;
        for (int i = 0; i < decoded.length(); i++) {
            if (decoded.charAt(i) >= 0x300) {
                return Normalizer.normalize(decoded, Normalizer.Form.NFC);
            }
        }
        return decoded;
    }

    /** Returns the position after the encoded word that starts at {@code from}; -1 if none starts there. */
    static int wordEnd(String text, int from) {
        if (!text.startsWith("=?", from)) {
            return -1;
        }
        int charsetEnd = token(text, from + 2);
        if (charsetEnd < 0 || charsetEnd == from + 2 || charsetEnd + 2 >= text.length()) {
            return -1;
        }
        char encoding = text.charAt(charsetEnd + 1);
        if ("bBqQ".indexOf(encoding) < 0 || text.charAt(charsetEnd + 2) != '?') {
            return -1;
        }
        int end = token(text, charsetEnd + 3);
        return end < 0 || !text.startsWith("?=", end) ? -1 : end + 2;
    }

    /**
     * Returns the position of the question mark that ends a token; -1 if white space or the end of the text comes
     * first.
     */
    private static int token(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '?') {
                return at;
            }
            if (c <= ' ') {
                return -1;
            }
        }
        return -1;
    }

    private String decode() {
        int at = 0;
        boolean afterWord = false;
        while (at < text.length()) {
            int space = at;
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            int end = at;
            while (end < text.length() && !isSpace(text.charAt(end))) {
                end++;
            }
            if (end > at && wordEnd(text, at) == end && word(at, end, afterWord ? "" : text.substring(space, at))) {
                afterWord = true;
            } else {
                flush();
                out.append(text, space, end);
                afterWord = false;
            }
            at = end;
        }
        flush();
        return out.toString();
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    /** Decodes an encoded word; returns false if its charset is unknown. */
    private boolean word(int from, int end, String space) {
        int charsetEnd = text.indexOf('?', from + 2);
        String name = text.substring(from + 2, charsetEnd);
        int language = name.indexOf('*');
        MailCharset named = MailCharset.of(language < 0 ? name : name.substring(0, language));
        if (named == null) {
            return false;
        }
        if (!named.equals(charset)) {
            flush();
        }
        charset = named;
        out.append(space);
        bytes(Character.toLowerCase(text.charAt(charsetEnd + 1)), charsetEnd + 3, end - 2);
        return true;
    }

    private void bytes(char encoding, int from, int end) {
        if (encoding == 'b') {
            int bits = 0;
            int count = 0;
            for (int at = from; at < end; at++) {
                char c = text.charAt(at);
                int value = c < Base64Decoding.VALUES.length ? Base64Decoding.VALUES[c] : -1;
                if (value >= 0) {
                    bits = bits << 6 | value;
                    count += 6;
                    if (count >= 8) {
                        count -= 8;
                        pending.write(bits >> count);
                    }
                }
            }
            return;
        }
        for (int at = from; at < end; at++) {
            char c = text.charAt(at);
            int code = c == '=' && at + 2 < end ? hex(text.charAt(at + 1), text.charAt(at + 2)) : -1;
            if (code >= 0) {
                pending.write(code);
                at += 2;
            } else {
                other(c);
            }
        }
    }

    private void other(char c) {
        if (c < 0x80) {
            pending.write(c == '_' ? ' ' : c);
        } else {
            // A character outside ASCII, which should have been encoded, is copied.
            MailCharset known = charset;
            flush();
            out.append(c);
            charset = known;
        }
    }

    static int hex(char high, char low) {
        int h = Character.digit(high, 16);
        int l = Character.digit(low, 16);
        return h < 0 || l < 0 || high > 'f' || low > 'f' ? -1 : h << 4 | l;
    }

    private void flush() {
        MailCharset known = charset;
        if (known != null && pending.size() > 0) {
            String decoded = known.decode(pending.toByteArray(), true).value();
            decoded.codePoints().filter(c -> !Character.isISOControl(c)).forEach(out::appendCodePoint);
        }
        pending.reset();
        charset = null;
    }
}
