package svc.search.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.search.SearchQuery;
import svc.api.search.SearchResult;
import svc.api.store.Snapshot;
import svc.search.lucene.index.SearchFixture;
import svc.testkit.Covers;

/**
 * Compares the results of random queries on random texts in several scripts with those of a full scan. The results must
 * be the same while none, some or all of the objects are indexed, and after objects are changed and destroyed.
 */
class OracleTest {

    private static final int QUESTIONS = 20;

    @TempDir
    Path home;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @Covers(value = "RFC8621 §4.4.1", part = "how texts are matched")
    void finds(long seed) throws Exception {
        Random random = new Random(seed);
        Library library = new Library(random);
        SearchFixture shelf = SearchFixture.on(home, seed % 2 == 0);
        for (int round = 0; round < 8; round++) {
            int births = random.nextInt(random.nextBoolean() ? 10 : 200);
            shelf.stored().write(shelf.scope(), tx -> {
                for (int i = 0; i < births; i++) {
                    library.create(tx);
                }
                library.destroySome(tx);
                if (seed % 2 == 1) {
                    library.changeSome(tx);
                }
                return births;
            });
            if (random.nextInt(3) == 0) {
                shelf.follow();
            }
            if (random.nextInt(5) == 0) {
                shelf = shelf.again();
            }
            ask(shelf, library);
        }
        shelf.follow();
        ask(shelf, library);
        assertThat(library.found()).as("questions that found something").isGreaterThan(QUESTIONS);
    }

    private static void ask(SearchFixture shelf, Library library) {
        for (int i = 0; i < QUESTIONS; i++) {
            SearchQuery query = library.question();
            long[] expected = library.answer(query);
            shelf.stored().read(shelf.scope(), snapshot -> {
                try (SearchResult answer = shelf.search().find(snapshot, Notes.TYPE, query, () -> {})) {
                    same(answer, library, query, expected);
                }
                pages(shelf, snapshot, query, expected);
                skips(shelf, snapshot, query, library, expected);
                return true;
            });
        }
    }

    private static void same(SearchResult answer, Library library, SearchQuery query, long[] expected) {
        String what = query.toString();
        assertThat(answer.isComplete()).as(what).isTrue();
        assertThat(answer.cursor(false).next(Integer.MAX_VALUE)).as(what).containsExactly(expected);
        assertThat(answer.count()).as(what).isEqualTo(expected.length);
        assertThat(answer.upperBound()).as(what).isGreaterThanOrEqualTo(expected.length);
        List<Long> matching = Arrays.stream(expected).boxed().toList();
        long[] some = library.someNumbers();
        assertThat(answer.matching(some))
                .as(what)
                .containsExactly(Arrays.stream(some).filter(matching::contains).toArray());
    }

    private static void pages(SearchFixture shelf, Snapshot snapshot, SearchQuery query, long[] expected) {
        try (SearchResult answer = shelf.search().find(snapshot, Notes.TYPE, query, () -> {})) {
            pages(answer, query, expected);
        }
    }

    private static void pages(SearchResult answer, SearchQuery query, long[] expected) {
        SearchResult.Cursor falling = answer.cursor(false);
        SearchResult.Cursor rising = answer.cursor(true);
        for (int at = 0; at <= expected.length; at += 7) {
            long[] page = Arrays.copyOfRange(expected, at, Math.min(expected.length, at + 7));
            assertThat(falling.next(7)).as(query.toString()).containsExactly(page);
            long[] other = new long[page.length];
            for (int i = 0; i < page.length; i++) {
                other[i] = expected[expected.length - 1 - at - i];
            }
            assertThat(rising.next(7)).as(query.toString()).containsExactly(other);
        }
    }

    /** Checks that a cursor can skip ahead from every position. */
    private static void skips(
            SearchFixture shelf, Snapshot snapshot, SearchQuery query, Library library, long[] expected) {
        for (int at = 0; at < expected.length; at += 11) {
            try (SearchResult answer = shelf.search().find(snapshot, Notes.TYPE, query, () -> {})) {
                SearchResult.Cursor walk = answer.cursor(false);
                walk.next(at / 2);
                walk.skip(library.order(expected[at]), expected[at]);
                assertThat(walk.next(Integer.MAX_VALUE))
                        .as(query.toString())
                        .containsExactly(Arrays.copyOfRange(expected, at, expected.length));
            }
        }
    }
}
