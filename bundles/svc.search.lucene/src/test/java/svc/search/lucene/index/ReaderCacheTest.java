package svc.search.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.search.SearchResult;
import svc.search.lucene.Notes;

/** Tests how long index readers, and the memory maps of their files, stay open. */
class ReaderCacheTest {

    private static final SearchQuery COMMON = SearchQuery.parse(FieldRef.ANYWHERE, "common");
    /** Each thread occupies two of the four read connections of the store. */
    private static final int THREADS = 2;

    private static final int ROUNDS = 25;

    @TempDir
    Path home;

    private static int open(SearchFixture shelf) {
        return shelf.search().readers().readers();
    }

    private static SearchFixture filled(SearchFixture shelf, int size) {
        shelf.fill(size);
        follow(shelf);
        return shelf;
    }

    /** Updates the index as the server does. May run on any thread. */
    private static void follow(SearchFixture shelf) {
        try {
            boolean more = true;
            while (more) {
                more = shelf.search().follow(new IndexKey(shelf.scope().n(), Notes.TYPE));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a commit that replaces the index reader, while the test thread has a snapshot open. */
    private static void replace(SearchFixture shelf) {
        CompletableFuture.runAsync(() -> filled(shelf, 1)).join();
    }

    private static void find(SearchFixture shelf, Runnable pace, Consumer<SearchResult> use) {
        shelf.stored().read(shelf.scope(), snapshot -> {
            try (SearchResult answer = shelf.search().find(snapshot, Notes.TYPE, COMMON, pace)) {
                use.accept(answer);
            }
            return true;
        });
    }

    private static void find(SearchFixture shelf, Consumer<SearchResult> use) {
        find(shelf, () -> {}, use);
    }

    @Test
    void aResultKeepsItsReaderUntilItIsClosed() {
        SearchFixture shelf = filled(SearchFixture.on(home), 300);
        find(shelf, answer -> {
            SearchResult.Cursor walk = answer.cursor(false);
            assertThat(walk.next(10)).hasSize(10);
            replace(shelf);
            replace(shelf);
            assertThat(open(shelf)).as("the answer's and the newest").isEqualTo(2);
            assertThat(walk.next(1000)).hasSize(290);
            assertThat(answer.count()).isEqualTo(300);
            assertThat(answer.matching(new long[] {1, 300, 301})).containsExactly(1, 300);
        });
        assertThat(open(shelf)).isEqualTo(1);
        find(shelf, answer -> assertThat(answer.count()).isEqualTo(302));
    }

    @Test
    void closingTwiceReleasesOneReference() {
        SearchFixture shelf = filled(SearchFixture.on(home), 10);
        find(
                shelf,
                first -> find(shelf, second -> {
                    replace(shelf);
                    first.close();
                    first.close();
                    assertThat(second.count()).isEqualTo(10);
                    assertThat(open(shelf)).isEqualTo(2);
                    second.close();
                    assertThat(open(shelf)).isEqualTo(1);
                }));
        assertThat(open(shelf)).isEqualTo(1);
        find(shelf, answer -> assertThat(answer.count()).isEqualTo(11));
    }

    @Test
    void aClosedResultReadsNoFiles() {
        SearchFixture shelf = filled(SearchFixture.on(home), 10);
        find(shelf, answer -> {
            SearchResult.Cursor walk = answer.cursor(false);
            answer.close();
            assertThatThrownBy(() -> walk.next(1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> answer.cursor(false)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(answer::count).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(answer::upperBound).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> answer.matching(new long[] {1})).isInstanceOf(IllegalStateException.class);
        });
    }

    /**
     * The search is canceled while few changes are matched, while many are indexed first, and while the answer is used.
     */
    @Test
    void aFailingSearchClosesItsReader() {
        SearchFixture shelf = filled(SearchFixture.on(home), 300);
        Runnable cancel = () -> {
            throw new CancellationException();
        };
        for (int size : List.of(1, 300)) {
            for (int i = 0; i < size; i++) {
                shelf.create("common later");
            }
            assertThatThrownBy(() -> find(shelf, cancel, answer -> {})).isInstanceOf(CancellationException.class);
            follow(shelf);
            assertThat(open(shelf)).isEqualTo(1);
        }
        assertThatThrownBy(() -> find(shelf, answer -> cancel.run())).isInstanceOf(CancellationException.class);
        replace(shelf);
        assertThat(open(shelf)).isEqualTo(1);
        shelf.search().close();
        assertThat(open(shelf)).isZero();
    }

    @Test
    void aResultSurvivesShutdownAndErasure() {
        SearchFixture shelf = filled(SearchFixture.on(home), 10);
        SearchFixture other = filled(shelf.account("bob"), 20);
        find(
                shelf,
                answer -> find(other, others -> {
                    shelf.search().erase(other.scope().n());
                    shelf.search().close();
                    assertThat(answer.count()).isEqualTo(10);
                    assertThat(others.count()).isEqualTo(20);
                    assertThat(open(shelf)).isEqualTo(2);
                }));
        assertThat(open(shelf)).isZero();
        find(shelf, answer -> {
            assertThat(answer.count()).isEqualTo(10);
            assertThat(open(shelf)).isEqualTo(1);
        });
        assertThat(open(shelf))
                .as("after the end no reader stays for the next search")
                .isZero();
    }

    @Test
    void allowsMoreOpenResultsThanOpenIndexes() {
        SearchFixture shelf = SearchFixture.on(home);
        List<SearchFixture> accounts = accounts(shelf);
        findAll(accounts, () -> assertThat(open(shelf)).isEqualTo(accounts.size()));
        assertThat(open(shelf)).isEqualTo(SearchFixture.READERS);
    }

    private static List<SearchFixture> accounts(SearchFixture shelf) {
        List<SearchFixture> accounts = new ArrayList<>();
        for (int i = 0; i < SearchFixture.READERS + 20; i++) {
            accounts.add(filled(shelf.account("account" + i), 2));
        }
        return accounts;
    }

    private static void findAll(List<SearchFixture> accounts, Runnable then) {
        if (accounts.isEmpty()) {
            then.run();
            return;
        }
        find(accounts.get(0), answer -> {
            findAll(accounts.subList(1, accounts.size()), then);
            assertThat(answer.count()).isEqualTo(2);
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void boundsReadersWhileManyAccountsAreSearched() throws Exception {
        SearchFixture shelf = SearchFixture.on(home);
        List<SearchFixture> accounts = accounts(shelf);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(i);
                List<SearchFixture> own =
                        accounts.subList(i * accounts.size() / THREADS, (i + 1) * accounts.size() / THREADS);
                running.add(threads.submit(() -> searchAndIndex(own, random)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(open(shelf)).isEqualTo(SearchFixture.READERS);
        assertThat(maps()).as("maps of files that no index has any more").noneMatch(map -> map.endsWith("(deleted)"));
        assertThat(maps()).hasSizeBetween(SearchFixture.READERS, SearchFixture.READERS * 20);
        shelf.search().close();
        assertThat(open(shelf)).isZero();
        assertThat(maps()).isEmpty();
    }

    private static void searchAndIndex(List<SearchFixture> accounts, Random random) {
        for (int i = 0; i < ROUNDS; i++) {
            SearchFixture one = accounts.get(random.nextInt(accounts.size()));
            SearchFixture other = accounts.get(random.nextInt(accounts.size()));
            find(one, answer -> {
                int count = answer.count();
                replace(one);
                replace(other);
                assertThat(answer.cursor(false).next(Integer.MAX_VALUE)).hasSize(count);
            });
            // Each thread can hold an answer, a shared view, a reader that is being replaced, and an evicted index.
            assertThat(open(one)).isLessThanOrEqualTo(SearchFixture.READERS + 4 * THREADS);
        }
    }

    /** Returns the lines of the memory map of this process that name an index file. */
    private List<String> maps() throws IOException {
        String index = home.toRealPath().resolve("data/search").toString();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(index)).toList();
        }
    }
}
