package svc.search.lucene.result;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.search.SearchResult;

/**
 * Returns the results in ascending order. All results are read and then reversed, because an index can be read only in
 * descending order.
 */
final class AscendingWalk implements SearchResult.Cursor {

    private final Supplier<long[]> descending;
    private long @Nullable [] numbers;
    private int left;

    AscendingWalk(Supplier<long[]> descending) {
        this.descending = descending;
    }

    @Override
    public long[] next(int most) {
        long[] all = numbers;
        if (all == null) {
            all = descending.get();
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
