package svc.mime;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A charset as mail names it. Where a superset of what is named is what senders use, that is taken.
 *
 * @param charset null for UTF-7, which Java does not have
 * @param ascii whether it is named ASCII: other bytes are a problem, and are tried as UTF-8 first
 */
record Charsets(@Nullable Charset charset, boolean ascii) {

    /** What a decoding gave. */
    record Decoded(String value, boolean problem) {}

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** The charset of a name; null when nobody knows it. */
    static @Nullable Charsets of(String name) {
        String key = CharsetNames.key(name);
        return switch (key) {
            case "utf-8" -> new Charsets(StandardCharsets.UTF_8, false);
            case "us-ascii", "ascii", "ansi-x3.4-1968", "iso646-us", "iso-646-us", "646", "us", "default", "7bit" ->
                new Charsets(StandardCharsets.US_ASCII, true);
            case "utf-7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "x-unicode-1-1-utf-7" ->
                new Charsets(null, false);
            default -> {
                Charset found = CharsetNames.find(key);
                yield found == null ? null : new Charsets(found, false);
            }
        };
    }

    /** Bytes of a charset that was named, or not; one that nobody knows is guessed and is a problem. */
    static Decoded decode(@Nullable String name, byte[] bytes) {
        return decode(name, bytes, true);
    }

    /**
     * The same for bytes that may be cut.
     *
     * @param whole whether they are not: then a character that lacks bytes at the end is malformed, otherwise it is left out
     */
    static Decoded decode(@Nullable String name, byte[] bytes, boolean whole) {
        Charsets charset = of(name == null ? "us-ascii" : name);
        if (charset != null) {
            return charset.decode(bytes, whole);
        }
        return new Decoded(guessed(bytes, whole).value(), true);
    }

    /** Bytes as text; what is malformed becomes U+FFFD. */
    Decoded decode(byte[] bytes, boolean whole) {
        if (charset == null) {
            return Utf7.decode(bytes);
        }
        if (ascii) {
            return guessed(bytes, whole);
        }
        return decode(bytes, charset, whole);
    }

    /** UTF-8 if it can be that, else what most senders meant. Bytes beyond ASCII are a problem. */
    private static Decoded guessed(byte[] bytes, boolean whole) {
        for (byte octet : bytes) {
            if (octet < 0) {
                Decoded unicode = decode(bytes, StandardCharsets.UTF_8, whole);
                return new Decoded(
                        unicode.problem() ? decode(bytes, WINDOWS_1252, whole).value() : unicode.value(), true);
            }
        }
        return new Decoded(new String(bytes, StandardCharsets.US_ASCII), false);
    }

    private static Decoded decode(byte[] bytes, Charset charset, boolean whole) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(bytes.length + 16, 8_192));
        StringBuilder text = new StringBuilder(bytes.length);
        boolean problem = false;
        while (true) {
            CoderResult result = decoder.decode(in, out, whole);
            if (result.isUnderflow() && whole) {
                result = decoder.flush(out);
            }
            text.append(out.flip());
            out.clear();
            if (result.isError()) {
                text.append('\uFFFD');
                in.position(in.position() + Math.max(1, result.length()));
                problem = true;
            } else if (result.isUnderflow()) {
                return new Decoded(text.toString(), problem);
            }
        }
    }
}
