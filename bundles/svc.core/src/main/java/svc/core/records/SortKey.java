package svc.core.records;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.query.Collation;

/**
 * Converts plain values to keys whose byte order is the order of the values: null, then false and true, numbers,
 * strings, instants. The indexes in the store and sorting in memory use the same keys, so that their orders are equal.
 */
final class SortKey {

    private static final byte[] NOTHING = {0};
    private static final byte[] FALSE = {1};
    private static final byte[] TRUE = {2};
    private static final byte NUMBER = 3;
    private static final byte TEXT = 4;
    private static final byte MOMENT = 5;
    /**
     * The maximum length of a truncated key. Objects whose values differ only beyond this length are ordered by number.
     */
    private static final int LONGEST = 256;

    private SortKey() {}

    static byte[] of(@Nullable Object value, Collation collation) {
        return of(value, collation, LONGEST);
    }

    /** Returns a key that is not truncated; such keys are never stored in an index. */
    static byte[] whole(Object value, Collation collation) {
        return of(value, collation, Integer.MAX_VALUE - 1);
    }

    private static byte[] of(@Nullable Object value, Collation collation, int longest) {
        if (value == null) {
            return NOTHING;
        }
        if (value instanceof Boolean truth) {
            return truth ? TRUE : FALSE;
        }
        return value instanceof Number number
                ? number(number.doubleValue())
                : text(value.toString(), collation, longest);
    }

    /**
     * Returns the key of an instant. The key of the text of the instant would be wrong: {@code 12:00:00Z} would sort
     * after {@code 12:00:00.5Z}.
     */
    static byte[] of(Instant instant) {
        return ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES)
                .put(MOMENT)
                .putLong(instant.getEpochSecond() ^ Long.MIN_VALUE)
                .putInt(instant.getNano())
                .array();
    }

    private static byte[] number(double number) {
        long bits = Double.doubleToLongBits(number == 0 ? 0 : number);
        long sorting = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        return ByteBuffer.allocate(1 + Long.BYTES).put(NUMBER).putLong(sorting).array();
    }

    private static byte[] text(String text, Collation collation, int longest) {
        String start = text.length() > longest ? text.substring(0, longest) : text;
        byte[] bytes = collation.key(start).getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, longest);
        byte[] key = new byte[1 + length];
        key[0] = TEXT;
        System.arraycopy(bytes, 0, key, 1, length);
        return key;
    }

    /** Returns the smallest key that is greater than this one. */
    static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }
}
