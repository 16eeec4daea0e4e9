package svc.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import svc.api.json.Json;
import svc.api.json.JsonException;

/** Decodes UTF-8. Rejects malformed bytes instead of replacing or skipping them (RFC 8259 §8.1). */
final class StrictUtf8 {

    private StrictUtf8() {}

    static String decode(byte[] bytes) {
        if (bytes.length > Json.MAX_BYTES) {
            throw tooLong();
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult end = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        String read = text.flip().toString();
        if (end.isError()) {
            throw JsonErrorMessages.at(line(read), column(read), "the bytes are not UTF-8");
        }
        return read;
    }

    /** Rejects bytes that are not UTF-8 (RFC 3629 §4), without copying them. */
    static void check(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int size = bytes[i] > 0 ? 1 : sequence(bytes, i);
            if (size == 0) {
                String before = new String(bytes, 0, i, StandardCharsets.UTF_8);
                throw JsonErrorMessages.at(line(before), column(before), "the bytes are not UTF-8");
            }
            i += size;
        }
    }

    /** Returns the length of the character that begins at index {@code at}; 0 if it is malformed or NUL. */
    private static int sequence(byte[] bytes, int at) {
        int lead = bytes[at] & 0xff;
        int size = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
        if (size == 0 || at + size > bytes.length) {
            return 0;
        }
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
        boolean noCharacter = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
        return overlong || noCharacter ? 0 : size;
    }

    static JsonException tooLong() {
        return new JsonException("The JSON is longer than " + Json.MAX_BYTES + " bytes.");
    }

    private static long line(String text) {
        return 1 + text.chars().filter(c -> c == '\n').count();
    }

    private static int column(String text) {
        return text.length() - text.lastIndexOf('\n');
    }
}
