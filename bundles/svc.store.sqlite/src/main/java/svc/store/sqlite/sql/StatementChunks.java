package svc.store.sqlite.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Splits sets into parts of a few fixed sizes, so that their prepared statements are reused. */
public final class StatementChunks {

    /** The largest part. With ten columns it is still well below SQLite's limit of 32,766 arguments. */
    public static final int LARGEST = 512;

    /** The number of sizes, which are the powers of two. */
    static final int SIZES = Integer.numberOfTrailingZeros(LARGEST) + 1;

    private StatementChunks() {}

    /** One statement text for each part size. */
    public static final class Sized {

        private final String[] texts = new String[SIZES];

        public Sized(IntFunction<String> text) {
            for (int i = 0; i < texts.length; i++) {
                texts[i] = text.apply(1 << i);
            }
        }

        public String of(int size) {
            return texts[Integer.numberOfTrailingZeros(size)];
        }
    }

    /** Returns placeholders, such as {@code ?,?,?}. */
    public static String marks(int count) {
        return "?" + ",?".repeat(count - 1);
    }

    /** Returns rows, such as {@code (?,?),(?,?),(?,?)}. */
    public static String rows(String row, int count) {
        return row + ("," + row).repeat(count - 1);
    }

    /**
     * Splits a set of keys. Each part is padded to a power of two by repeating its last key, which does not change an
     * IN list.
     */
    public static List<List<Long>> filled(List<Long> keys) {
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

    /**
     * Splits a list of rows into parts whose sizes are powers of two. No part is padded, because a row must not be
     * inserted twice.
     */
    public static <R> List<List<R>> exact(List<? extends R> rows) {
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
