package svc.search.lucene.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.PriorityQueue;

/** Returns the results in descending order, computing only as many as are requested. */
final class DescendingWalk {

    private final Runnable pace;
    private final MergeQueue heads;

    DescendingWalk(QueryMatches found, Runnable pace) throws IOException {
        this.pace = pace;
        List<Cursor> cursors = new ArrayList<>(found.cursors());
        cursors.add(new UnindexedCursor(found.documents()));
        heads = new MergeQueue(cursors.size());
        for (Cursor cursor : cursors) {
            if (cursor.next()) {
                heads.add(new SegmentPosition(cursor));
            }
        }
    }

    long[] next(int most) throws IOException {
        long[] numbers = new long[Math.min(most, 1024)];
        int size = 0;
        while (size < most && heads.size() > 0) {
            if (size == numbers.length) {
                pace.run();
                numbers = Arrays.copyOf(numbers, Math.min(most, size * 2));
            }
            numbers[size++] = heads.top().n;
            advance();
        }
        return Arrays.copyOf(numbers, size);
    }

    /** Skips the results before a position and returns the number of skipped results. */
    int skip(long order, long n) throws IOException {
        int skipped = 0;
        while (heads.size() > 0 && heads.top().before(order, n)) {
            advance();
            if ((++skipped & 0xFFF) == 0) {
                pace.run();
            }
        }
        return skipped;
    }

    private void advance() throws IOException {
        SegmentPosition head = heads.top();
        if (head.cursor.next()) {
            head.look();
            heads.updateTop();
        } else {
            heads.pop();
        }
    }

    /** The current position of a cursor. */
    private static final class SegmentPosition {
        private final Cursor cursor;
        private long n;
        private long order;

        SegmentPosition(Cursor cursor) throws IOException {
            this.cursor = cursor;
            look();
        }

        boolean before(long otherOrder, long otherN) {
            return order == otherOrder ? n > otherN : order > otherOrder;
        }

        void look() throws IOException {
            n = cursor.n();
            order = cursor.order();
        }
    }

    /** Orders the cursors by descending position. */
    private static final class MergeQueue extends PriorityQueue<SegmentPosition> {

        MergeQueue(int size) {
            super(size);
        }

        @Override
        protected boolean lessThan(SegmentPosition a, SegmentPosition b) {
            return a.before(b.order, b.n);
        }
    }
}
