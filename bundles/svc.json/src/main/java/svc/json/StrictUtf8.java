package svc.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import svc.api.json.Json;
import svc.api.json.JsonProblem;

/** Text from bytes; what is not UTF-8 is refused and never replaced, guessed or skipped (RFC 8259 §8.1). */
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
            throw Refusals.at(line(read), column(read), "the bytes are not UTF-8");
        }
        return read;
    }

    static JsonProblem tooLong() {
        return new JsonProblem("The JSON is longer than " + Json.MAX_BYTES + " bytes.");
    }

    private static long line(String text) {
        return 1 + text.chars().filter(c -> c == '\n').count();
    }

    private static int column(String text) {
        return text.length() - text.lastIndexOf('\n');
    }
}
