package svc.search.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import svc.api.search.SearchAnswer;

/** The answer to one question. */
final class IndexAnswer implements SearchAnswer {

    /** To look a number up costs as much as to walk past so many. */
    private static final int LOOKUP = 40;

    private final Found found;
    private final boolean whole;
    private final Runnable pace;
    private final TypeIndex index;
    private long @Nullable [] all;

    IndexAnswer(Found found, boolean whole, Runnable pace, TypeIndex index) {
        this.found = found;
        this.whole = whole;
        this.pace = pace;
        this.index = index;
    }

    /** Looks into an index. */
    @FunctionalInterface
    interface Look<R> {
        R now() throws IOException;
    }

    /** What is damaged is noticed by whoever looks; the next question finds an index that is being built. */
    private <R> R look(Look<R> look) {
        return look(index, look);
    }

    static <R> R look(TypeIndex index, Look<R> look) {
        try {
            return look.now();
        } catch (IOException e) {
            if (Damage.is(e)) {
                index.broken(e);
            }
            throw new java.io.UncheckedIOException("The search index could not be read", e);
        }
    }

    @Override
    public int most() {
        return look(found::most);
    }

    @Override
    public int count() {
        long[] known = all;
        return known == null ? look(() -> found.count(pace)) : known.length;
    }

    @Override
    public long[] among(long[] numbers) {
        return Arrays.stream(numbers)
                .filter(known(numbers.length).orElseGet(() -> {
                    Set<Long> matching = look(() -> new Lookup(found).matching(numbers));
                    return matching::contains;
                }))
                .toArray();
    }

    /** Whether a number is among all that match, where those are known or soon found. */
    private Optional<LongPredicate> known(int size) {
        long[] known = all;
        if (known == null) {
            if (most() > (long) size * LOOKUP * Math.max(1, found.leaves().size())) {
                return Optional.empty();
            }
            known = look(this::collected);
            all = known;
        }
        long[] sorted = known;
        return Optional.of(n -> Arrays.binarySearch(sorted, n) >= 0);
    }

    private long[] collected() throws IOException {
        long[] numbers = new long[Math.max(16, most())];
        int size = 0;
        for (FreshText text : found.fresh()) {
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
    public Walk walk(boolean rising) {
        FallingWalk falling = look(() -> new FallingWalk(found, pace));
        return rising
                ? new RisingWalk(() -> look(() -> falling.next(Integer.MAX_VALUE)))
                : new Walk() {
                    @Override
                    public long[] next(int most) {
                        return look(() -> falling.next(most));
                    }

                    @Override
                    public void skip(long order, long n) {
                        look(() -> falling.skip(order, n));
                    }
                };
    }

    @Override
    public boolean whole() {
        return whole;
    }
}
