package svc.search.lucene;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.search.SearchAnswer;

/** Walks through an answer from its end: an index can only be read from the front. */
final class RisingWalk implements SearchAnswer.Walk {

    private final Supplier<long[]> falling;
    private long @Nullable [] numbers;
    private int left;

    RisingWalk(Supplier<long[]> falling) {
        this.falling = falling;
    }

    @Override
    public long[] next(int most) {
        long[] all = numbers;
        if (all == null) {
            all = falling.get();
            numbers = all;
            left = all.length;
        }
        long[] next = new long[Math.min(most, left)];
        for (int i = 0; i < next.length; i++) {
            next[i] = all[--left];
        }
        return next;
    }
}
