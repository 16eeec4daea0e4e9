package svc.json;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonWriter;

/** Writes JSON to a growing byte array. It tracks the nesting and rejects a misplaced value immediately. */
final class TextBuffer implements JsonBuffer {

    private static final int AT_FIRST = 1024;
    private static final int LONGEST_ESCAPE = 6;
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Nesting nesting = new Nesting(Json.MAX_DEPTH);
    private byte[] bytes = new byte[AT_FIRST];
    private int length;

    @Override
    public JsonWriter beginObject() {
        begin();
        nesting.enterObject();
        put('{');
        return this;
    }

    @Override
    public JsonWriter beginArray() {
        begin();
        nesting.enterArray();
        put('[');
        return this;
    }

    @Override
    public JsonWriter end() {
        put(nesting.leave() ? '}' : ']');
        return this;
    }

    @Override
    public JsonWriter name(String name) {
        if (nesting.name()) {
            put(',');
        }
        quoted(name);
        put(':');
        return this;
    }

    @Override
    public JsonWriter string(String text) {
        begin();
        quoted(text);
        return this;
    }

    @Override
    public JsonWriter number(long number) {
        begin();
        ascii(Long.toString(number));
        return this;
    }

    @Override
    public JsonWriter bool(boolean truth) {
        return literal(truth ? TRUE : FALSE);
    }

    @Override
    public JsonWriter nullValue() {
        return literal(NULL);
    }

    @Override
    public JsonWriter rawValue(byte[] json, int from, int to) {
        begin();
        raw(json, from, to);
        return this;
    }

    @Override
    public JsonWriter rawMembers(byte[] json, int from, int to) {
        int start = from + 1;
        int stop = to - 1;
        if (start < stop) {
            if (nesting.name()) {
                put(',');
            }
            nesting.value();
            raw(json, start, stop);
        }
        return this;
    }

    @Override
    public JsonWriter value(@Nullable Object plain) {
        if (plain == null) {
            nullValue();
        } else if (plain instanceof String text) {
            string(text);
        } else if (plain instanceof Boolean truth) {
            bool(truth);
        } else if (plain instanceof Number number) {
            begin();
            ascii(digits(number));
        } else if (plain instanceof Map<?, ?> map) {
            beginObject();
            map.forEach((key, value) -> name((String) key).value(value));
            end();
        } else if (plain instanceof Collection<?> list) {
            beginArray();
            list.forEach(this::value);
            end();
        } else {
            throw new IllegalArgumentException(
                    plain.getClass().getName() + " is no plain value and cannot be written as JSON");
        }
        return this;
    }

    private static String digits(Number number) {
        if (number instanceof Double d) {
            if (!Double.isFinite(d)) {
                throw new IllegalArgumentException("JSON cannot represent the number " + d);
            }
            return d == Math.rint(d) && Math.abs(d) < 1e15 ? Long.toString(d.longValue()) : d.toString();
        }
        if (number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof BigInteger
                || number instanceof BigDecimal) {
            return number.toString();
        }
        return digits(number.doubleValue());
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public Mark mark() {
        return new Point(length, nesting.copy());
    }

    @Override
    public void reset(Mark mark) {
        Point point = (Point) mark;
        length = point.length;
        nesting.become(point.nesting);
    }

    @Override
    public byte[] bytesSince(Mark mark) {
        Point point = (Point) mark;
        int from = point.nesting.commaNext() && point.length < length ? point.length + 1 : point.length;
        return Arrays.copyOfRange(bytes, from, length);
    }

    @Override
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }

    private JsonWriter literal(byte[] word) {
        begin();
        raw(word, 0, word.length);
        return this;
    }

    private void begin() {
        if (nesting.value()) {
            put(',');
        }
    }

    private void put(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void raw(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    @SuppressWarnings(
            "deprecation") // this is the only way to copy the low bytes of a text without an intermediate array
    private void ascii(String digits) {
        int size = digits.length();
        room(size);
        digits.getBytes(0, size, bytes, length);
        length += size;
    }

    private void quoted(String text) {
        int size = text.length();
        room(size + 2);
        bytes[length++] = '"';
        for (int i = 0; i < size; i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
                if (length + 1 >= bytes.length) {
                    room(size - i + 2);
                }
                bytes[length++] = (byte) c;
            } else {
                i += special(text, i, size - i);
            }
        }
        put('"');
    }

    /** Writes a character that is not plain ASCII. Returns the number of chars consumed beyond the first. */
    private int special(String text, int at, int left) {
        room(LONGEST_ESCAPE + left + 1);
        char c = text.charAt(at);
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
            escape(c);
            return 0;
        }
        int code = text.codePointAt(at);
        if (code < 0x800) {
            bytes[length++] = (byte) (0xc0 | (code >> 6));
        } else if (code < 0x10000) {
            // An unpaired surrogate cannot be encoded in UTF-8 (RFC 3629 §3); the replacement character is written
            // instead.
            int sound = Character.isSurrogate(c) ? 0xfffd : code;
            bytes[length++] = (byte) (0xe0 | (sound >> 12));
            bytes[length++] = (byte) (0x80 | ((sound >> 6) & 0x3f));
            bytes[length++] = (byte) (0x80 | (sound & 0x3f));
            return 0;
        } else {
            bytes[length++] = (byte) (0xf0 | (code >> 18));
            bytes[length++] = (byte) (0x80 | ((code >> 12) & 0x3f));
            bytes[length++] = (byte) (0x80 | ((code >> 6) & 0x3f));
            bytes[length++] = (byte) (0x80 | (code & 0x3f));
            return 1;
        }
        bytes[length++] = (byte) (0x80 | (code & 0x3f));
        return 0;
    }

    private void escape(char c) {
        bytes[length++] = '\\';
        int letter = "\b\t\n\f\r\"\\".indexOf(c);
        if (letter >= 0) {
            bytes[length++] = (byte) "btnfr\"\\".charAt(letter);
            return;
        }
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[c >> 4];
        bytes[length++] = HEX[c & 0xf];
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.addExact(bytes.length, bytes.length)));
        }
    }

    private record Point(int length, Nesting nesting) implements Mark {}
}
