package svc.ratelimit.rates;

import java.util.Arrays;

/**
 * Token buckets by key, in memory of fixed size. A bucket is one number: the time at which it will be full. If there
 * are too many keys, the bucket that is nearest to full is dropped. A missing bucket counts as full, so dropping this
 * bucket changes the limits least. Thread-safe.
 */
public final class TokenBuckets {

    private static final int WAYS = 4;
    private static final int STRIPES = 64;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int sets;
    private final long salt;
    private final long[] keys;
    private final long[] fullAt;
    private final Object[] stripes = new Object[STRIPES];

    /**
     * Creates an empty table.
     *
     * @param buckets the number of buckets, a power of two
     * @param salt a secret number that determines which keys share a part of the table, so that a client cannot cause
     *     the bucket of a certain other client to be dropped
     */
    public TokenBuckets(int buckets, long salt) {
        this.sets = buckets / WAYS;
        this.salt = salt;
        this.keys = new long[buckets];
        this.fullAt = new long[buckets];
        Arrays.setAll(stripes, i -> new Object());
    }

    /**
     * Takes a token. Returns the time in nanoseconds until the bucket is full. If the bucket has no token, returns the
     * negated time until it has a token.
     *
     * @param now the current time in nanoseconds, at least 1, because 0 marks an empty slot
     */
    public long take(long key, Rate rate, long now) {
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

    /** Returns the time in nanoseconds until the bucket is full; 0 if it is full. */
    public long ahead(long key, long now) {
        int set = set(key);
        synchronized (stripes[set % STRIPES]) {
            int slot = slot(key, set * WAYS);
            return keys[slot] == key ? Math.max(0, fullAt[slot] - now) : 0;
        }
    }

    /**
     * Takes tokens, even if the bucket has fewer tokens.
     *
     * @param nanos the time in which these tokens are added again
     * @param now the current time in nanoseconds, at least 1, because 0 marks an empty slot
     */
    public void charge(long key, long nanos, long now) {
        int set = set(key);
        synchronized (stripes[set % STRIPES]) {
            int slot = slot(key, set * WAYS);
            fullAt[slot] = (keys[slot] == key ? Math.max(fullAt[slot], now) : now) + nanos;
            keys[slot] = key;
        }
    }

    /** Returns the slot of the key, or the slot whose bucket is nearest to full. */
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
