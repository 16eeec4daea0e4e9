package svc.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.PriorityQueue;

/** Walks through an answer, the last first, and works out no more than is asked for. */
final class FallingWalk {

    private final Runnable pace;
    private final Heads heads;

    FallingWalk(Found found, Runnable pace) throws IOException {
        this.pace = pace;
        List<Cursor> cursors = new ArrayList<>(found.cursors());
        cursors.add(new FreshCursor(found.fresh()));
        heads = new Heads(cursors.size());
        for (Cursor cursor : cursors) {
            if (cursor.next()) {
                heads.add(new Head(cursor));
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
            goOn();
        }
        return Arrays.copyOf(numbers, size);
    }

    /** Leaves out what stands before a place; how many that is. */
    int skip(long order, long n) throws IOException {
        int skipped = 0;
        while (heads.size() > 0 && heads.top().before(order, n)) {
            goOn();
            if ((++skipped & 0xFFF) == 0) {
                pace.run();
            }
        }
        return skipped;
    }

    private void goOn() throws IOException {
        Head head = heads.top();
        if (head.cursor.next()) {
            head.look();
            heads.updateTop();
        } else {
            heads.pop();
        }
    }

    /** Where a cursor is. */
    private static final class Head {
        private final Cursor cursor;
        private long n;
        private long order;

        Head(Cursor cursor) throws IOException {
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

    /** The last on top. */
    private static final class Heads extends PriorityQueue<Head> {

        Heads(int size) {
            super(size);
        }

        @Override
        protected boolean lessThan(Head a, Head b) {
            return a.before(b.order, b.n);
        }
    }
}
