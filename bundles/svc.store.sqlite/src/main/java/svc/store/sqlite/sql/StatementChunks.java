package svc.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Cuts sets into parts whose statements have one of few sizes, so that the prepared ones are found again.
 */
final class Sets {

    /** The largest part; well below SQLite's limit of 32,766 arguments even with ten columns. */
    static final int LARGEST = 512;

    /** How many sizes there are: the powers of two. */
    static final int SIZES = Integer.numberOfTrailingZeros(LARGEST) + 1;

    private Sets() {}

    /** A statement in each of the sizes that parts have. */
    static final class Sized {

        private final String[] texts = new String[SIZES];

        Sized(IntFunction<String> text) {
            for (int i = 0; i < texts.length; i++) {
                texts[i] = text.apply(1 << i);
            }
        }

        String of(int size) {
            return texts[Integer.numberOfTrailingZeros(size)];
        }
    }

    /** {@code ?,?,?} */
    static String marks(int count) {
        return "?" + ",?".repeat(count - 1);
    }

    /** {@code (?,?),(?,?),(?,?)}, or whatever stands for a row. */
    static String rows(String row, int count) {
        return row + ("," + row).repeat(count - 1);
    }

    /** Parts of a set of keys, each filled up to a power of two by repeating its last key: an IN list does not mind. */
    static List<List<Long>> filled(List<Long> keys) {
        List<List<Long>> parts = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += LARGEST) {
            List<Long> part = new ArrayList<>(keys.subList(from, Math.min(keys.size(), from + LARGEST)));
            Long last = part.get(part.size() - 1);
            for (int missing = powerOfTwo(part.size()) - part.size(); missing > 0; missing--) {
                part.add(last);
            }
            parts.add(part);
        }
        return parts;
    }

    /** Parts of a list of rows, each of a power of two in size: rows must not be repeated. */
    static <R> List<List<R>> exact(List<? extends R> rows) {
        List<List<R>> parts = new ArrayList<>();
        int from = 0;
        while (from < rows.size()) {
            int size = Math.min(LARGEST, Integer.highestOneBit(rows.size() - from));
            parts.add(new ArrayList<>(rows.subList(from, from + size)));
            from += size;
        }
        return parts;
    }

    private static int powerOfTwo(int size) {
        int bit = Integer.highestOneBit(size);
        return bit == size ? bit : bit << 1;
    }
}
