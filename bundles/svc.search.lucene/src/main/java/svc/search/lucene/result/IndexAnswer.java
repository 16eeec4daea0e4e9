package svc.search.lucene.result;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import svc.api.search.SearchResult;
import svc.search.lucene.index.IndexCorruption;
import svc.search.lucene.index.TypeIndex;
import svc.search.lucene.index.UnindexedDocument;

/** The result of one search. It keeps an index reader open until it is closed. */
public final class IndexAnswer implements SearchResult {

    /** The cost of looking up one number, as a number of matches that could be iterated over at the same cost. */
    private static final int LOOKUP = 40;

    private final QueryMatches found;
    private final UnindexedTailReader.Known known;
    private final Runnable pace;
    private final TypeIndex index;
    private long @Nullable [] all;
    private boolean closed;

    /**
     * Creates an answer.
     *
     * @param known the index view and its tail, which are closed when the answer is closed
     */
    public IndexAnswer(QueryMatches found, UnindexedTailReader.Known known, Runnable pace, TypeIndex index) {
        this.found = found;
        this.known = known;
        this.pace = pace;
        this.index = index;
    }

    /** A function that reads from an index. */
    @FunctionalInterface
    public interface Look<R> {
        R now() throws IOException;
    }

    /** Reads from the index. A corrupt index is deleted, so that it is rebuilt before or during the next search. */
    private <R> R look(Look<R> look) {
        if (closed) {
            throw new IllegalStateException("The search result is closed");
        }
        return look(index, look);
    }

    public static <R> R look(TypeIndex index, Look<R> look) {
        try {
            return look.now();
        } catch (IOException e) {
            if (IndexCorruption.is(e)) {
                index.failed(e);
            }
            throw new java.io.UncheckedIOException("The search index could not be read", e);
        }
    }

    @Override
    public int upperBound() {
        return look(found::upperBound);
    }

    @Override
    public int count() {
        long[] collected = all;
        return collected == null ? look(() -> found.count(pace)) : collected.length;
    }

    @Override
    public long[] matching(long[] numbers) {
        return Arrays.stream(numbers)
                .filter(among(numbers.length).orElseGet(() -> {
                    Set<Long> matching = look(() -> new Lookup(found).matching(numbers));
                    return matching::contains;
                }))
                .toArray();
    }

    /**
     * If all matches are known or can be collected cheaply, returns a predicate that accepts the numbers of matching
     * objects; otherwise empty.
     */
    private Optional<LongPredicate> among(int size) {
        long[] sorted = all;
        if (sorted == null) {
            if (upperBound() > (long) size * LOOKUP * Math.max(1, found.leaves().size())) {
                return Optional.empty();
            }
            sorted = look(this::collected);
            all = sorted;
        }
        long[] numbers = sorted;
        return Optional.of(n -> Arrays.binarySearch(numbers, n) >= 0);
    }

    private long[] collected() throws IOException {
        long[] numbers = new long[Math.max(16, upperBound())];
        int size = 0;
        for (UnindexedDocument text : found.documents()) {
            numbers[size++] = text.n();
        }
        for (LeafCursor cursor : found.cursors()) {
            while (cursor.next()) {
                if (size == numbers.length) {
                    numbers = Arrays.copyOf(numbers, size * 2);
                }
                numbers[size++] = cursor.n();
                if ((size & 0xFFF) == 0) {
                    pace.run();
                }
            }
        }
        long[] sorted = Arrays.copyOf(numbers, size);
        Arrays.sort(sorted);
        return sorted;
    }

    @Override
    public Cursor cursor(boolean ascending) {
        DescendingWalk descending = look(() -> new DescendingWalk(found, pace));
        return ascending
                ? new AscendingWalk(() -> look(() -> descending.next(Integer.MAX_VALUE)))
                : new Cursor() {
                    @Override
                    public long[] next(int most) {
                        return look(() -> descending.next(most));
                    }

                    @Override
                    public void skip(long order, long n) {
                        look(() -> descending.skip(order, n));
                    }
                };
    }

    @Override
    public boolean isComplete() {
        return known.tail().complete();
    }

    @Override
    public void close() {
        closed = true;
        known.close();
    }
}
