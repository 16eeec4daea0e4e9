package svc.demo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** Builds a message line by line (RFC 5322, RFC 2045, RFC 2047). */
final class Paper {

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(76, "\r\n".getBytes(StandardCharsets.US_ASCII));
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int ENCODED = 12;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final String charset;

    Paper(String charset) {
        this.charset = charset;
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    Paper line(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[] {'\r', '\n'});
        return this;
    }

    Paper field(String name, String value) {
        return line(name + ": " + words(value));
    }

    Paper person(String name, String who, String address) {
        String shown = ascii(who) ? '"' + who.replace("\"", "\\\"") + '"' : words(who);
        return line(name + ": " + shown + " <" + address + ">");
    }

    Paper date(Instant at) {
        return line("Date: " + DATE.format(at));
    }

    /** Adds a text part: quoted-printable if most of it is ASCII, else base64. */
    Paper text(String type, String text) {
        byte[] bytes = text.replace("\n", "\r\n").getBytes(Charset.forName(charset));
        line("Content-Type: text/" + type + "; charset=" + charset);
        if (ascii(text)) {
            line("Content-Transfer-Encoding: 7bit").line("");
            out.writeBytes(bytes);
        } else if (text.chars().filter(c -> c < 128).count() * 2 > text.length()) {
            line("Content-Transfer-Encoding: quoted-printable").line("").line(quoted(bytes));
        } else {
            base64(bytes);
        }
        return line("");
    }

    /** Adds a part with bytes. */
    Paper file(String type, String more, String name, byte[] bytes) {
        line("Content-Type: " + type);
        line("Content-Disposition: " + more + "; filename*=UTF-8''" + percent(name));
        return base64(bytes).line("");
    }

    private Paper base64(byte[] bytes) {
        return line("Content-Transfer-Encoding: base64").line("").line(LINES.encodeToString(bytes));
    }

    /** Adds a part with a message. */
    Paper message(byte[] bytes) {
        line("Content-Type: message/rfc822").line("");
        out.writeBytes(bytes);
        return line("");
    }

    private static boolean ascii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    /** Returns encoded words of a few characters each, so that none exceeds the limit. */
    private String words(String text) {
        if (ascii(text)) {
            return text;
        }
        StringBuilder words = new StringBuilder();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + ENCODED);
            to = Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
            byte[] bytes = text.substring(from, to).getBytes(Charset.forName(charset));
            words.append(from == 0 ? "=?" : "\r\n =?")
                    .append(charset)
                    .append("?B?")
                    .append(Base64.getEncoder().encodeToString(bytes))
                    .append("?=");
            from = to;
        }
        return words.toString();
    }

    private static String percent(String name) {
        StringBuilder out = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            out.append(Character.isLetterOrDigit(b & 0x7F) && b > 0 || b == '.' ? (char) b : "%%%02X".formatted(b & 0xFF));
        }
        return out.toString();
    }

    private static String quoted(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        int column = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            boolean last = b == ' ' && i + 1 < bytes.length && bytes[i + 1] == '\r';
            String one = b == '\r' || b == '\n' || b >= ' ' && b < 127 && b != '=' && !last
                    ? String.valueOf((char) b)
                    : "=%02X".formatted(b & 0xFF);
            if (b != '\r' && b != '\n' && column + one.length() > 72) {
                out.append("=\r\n");
                column = 0;
            }
            out.append(one);
            column = b == '\n' ? 0 : column + one.length();
        }
        return out.toString();
    }
}
