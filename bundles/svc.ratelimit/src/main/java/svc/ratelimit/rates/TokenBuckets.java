package svc.guard;

import java.util.Arrays;

/**
 * A bucket for each key in a memory of a fixed size. A bucket is one number: the time at which it will be full again. When
 * too many keys come, the bucket that is nearest to being full is forgotten first, whose owner loses least by it; a full one
 * says no more than none. Any thread.
 */
final class RateTable {

    private static final int WAYS = 4;
    private static final int STRIPES = 64;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int sets;
    private final long salt;
    private final long[] keys;
    private final long[] fullAt;
    private final Object[] stripes = new Object[STRIPES];

    /**
     * An empty table.
     *
     * @param buckets for how many keys, a power of two
     * @param salt something that nobody outside knows, so that nobody can choose whose bucket theirs pushes out
     */
    RateTable(int buckets, long salt) {
        this.sets = buckets / WAYS;
        this.salt = salt;
        this.keys = new long[buckets];
        this.fullAt = new long[buckets];
        Arrays.setAll(stripes, i -> new Object());
    }

    /**
     * Takes a token; how far the bucket is ahead of the time then, or, when it has none, the negative time until it has.
     *
     * @param now never less than one
     */
    long take(long key, Rate rate, long now) {
        int set = set(key);
        synchronized (stripes[set % STRIPES]) {
            int slot = slot(key, set * WAYS);
            long full = keys[slot] == key ? Math.max(fullAt[slot], now) : now;
            long ahead = full - now;
            if (ahead > rate.slack()) {
                return rate.slack() - ahead;
            }
            keys[slot] = key;
            fullAt[slot] = full + rate.interval();
            return fullAt[slot] - now;
        }
    }

    /** Where the key is, or else where it costs least. */
    private int slot(long key, int first) {
        int least = first;
        for (int slot = first; slot < first + WAYS; slot++) {
            if (keys[slot] == key && fullAt[slot] != 0) {
                return slot;
            }
            least = fullAt[slot] < fullAt[least] ? slot : least;
        }
        return least;
    }

    private int set(long key) {
        long mixed = (key ^ salt) * MIX;
        return (int) ((mixed ^ (mixed >>> 32)) & (sets - 1));
    }
}
