package svc.mime.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A charset named in a message. If senders commonly use a superset of the named charset, the superset is used.
 *
 * @param charset the charset of Java; null for UTF-7, which Java does not have
 * @param ascii whether the name means ASCII; bytes outside ASCII are then an encoding problem and are decoded as UTF-8
 *     if possible
 */
public record MailCharset(@Nullable Charset charset, boolean ascii) {

    /**
     * A decoded text.
     *
     * @param value the text
     * @param problem whether bytes were malformed or the charset was unknown
     */
    public record Decoded(String value, boolean problem) {}

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    /** Returns the charset with this name; null if it is unknown. */
    static @Nullable public MailCharset of(String name) {
        String key = CharsetNames.key(name);
        return switch (key) {
            case "utf-8" -> new MailCharset(StandardCharsets.UTF_8, false);
            case "us-ascii", "ascii", "ansi-x3.4-1968", "iso646-us", "iso-646-us", "646", "us", "default", "7bit" ->
                new MailCharset(StandardCharsets.US_ASCII, true);
            case "utf-7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "x-unicode-1-1-utf-7" ->
                new MailCharset(null, false);
            default -> {
                Charset found = CharsetNames.find(key);
                yield found == null ? null : new MailCharset(found, false);
            }
        };
    }

    /** Decodes bytes with the named charset. An unknown charset is guessed and is an encoding problem. */
    public static Decoded decode(@Nullable String name, byte[] bytes) {
        return decode(name, bytes, true);
    }

    /**
     * Decodes bytes that may be truncated.
     *
     * @param complete whether the bytes are complete. If they are complete, an incomplete character at the end is
     *     malformed; otherwise it is left out
     */
    public static Decoded decode(@Nullable String name, byte[] bytes, boolean complete) {
        MailCharset charset = of(name == null ? "us-ascii" : name);
        if (charset != null) {
            return charset.decode(bytes, complete);
        }
        return new Decoded(guessed(bytes, complete).value(), true);
    }

    /** Decodes bytes. Malformed input becomes U+FFFD. */
    public Decoded decode(byte[] bytes, boolean complete) {
        if (charset == null) {
            return Utf7.decode(bytes);
        }
        if (ascii) {
            return guessed(bytes, complete);
        }
        return decode(bytes, charset, complete);
    }

    /**
     * Decodes as UTF-8 if the bytes are valid UTF-8, otherwise as windows-1252. Bytes beyond ASCII are an encoding
     * problem.
     */
    private static Decoded guessed(byte[] bytes, boolean complete) {
        for (byte octet : bytes) {
            if (octet < 0) {
                Decoded unicode = decode(bytes, StandardCharsets.UTF_8, complete);
                return new Decoded(
                        unicode.problem()
                                ? decode(bytes, WINDOWS_1252, complete).value()
                                : unicode.value(),
                        true);
            }
        }
        return new Decoded(new String(bytes, StandardCharsets.US_ASCII), false);
    }

    private static Decoded decode(byte[] bytes, Charset charset, boolean complete) {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(bytes.length + 16, 8_192));
        StringBuilder text = new StringBuilder(bytes.length);
        boolean problem = false;
        while (true) {
            CoderResult result = decoder.decode(in, out, complete);
            if (result.isUnderflow() && complete) {
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
