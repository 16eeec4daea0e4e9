package svc.search.lucene.index;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.engine.ScopeKey;
import svc.api.search.SearchDocument;
import svc.api.search.SearchField;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.search.SearchResult;
import svc.api.search.SearchSource;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.search.lucene.LuceneSearch;
import svc.search.lucene.TaskClock;
import svc.search.lucene.analysis.IndexedType;
import svc.testkit.engine.TemporaryStore;

/** Measures the CPU time of indexing and searching. Run it by name: {@code -Dtest=SearchBench}. */
class SearchBench {

    private static final String TYPE = "Note";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @TempDir
    Path home;

    /**
     * A source of texts of 200 words, generated from the number of the object. Few words of the vocabulary are common.
     */
    private record Made() implements SearchSource {

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public List<SearchField> fields() {
            return List.of(
                    new SearchField("from", SearchField.Kind.LINE),
                    new SearchField("subject", SearchField.Kind.LINE),
                    new SearchField("body", SearchField.Kind.TEXT));
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return List.of();
        }

        @Override
        public void read(Scope scope, Collection<Long> numbers, Consumer<SearchDocument> documents) {
            for (long n : numbers) {
                Random random = new Random(n);
                documents.accept(new SearchDocument(
                        n,
                        n,
                        List.of(
                                new SearchDocument.Text("from", "Person <p" + n % 500 + "@example.org>"),
                                new SearchDocument.Text("subject", words(random, 6)),
                                new SearchDocument.Text("body", "common " + words(random, 200)))));
            }
        }

        private static String words(Random random, int size) {
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < size; i++) {
                double skew = Math.pow(random.nextDouble(), 4);
                words.append(word((int) (skew * 40_000))).append(' ');
            }
            return words.toString();
        }

        private static String word(int i) {
            return Integer.toString(i * 7919 % 1_000_003 + 1_000_003, 26).replaceAll("[0-9]", "e")
                    + Integer.toString(i, 36);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 100_000})
    void cost(int size) throws IOException {
        TaskClock clock = new TaskClock();
        Store store = new TemporaryStore(clock).store();
        long account = store.write(Scope.system(), tx -> tx.createAccount("o", "anna"));
        Scope scope = Scope.account(new ScopeKey(), account);
        LuceneSearch search = LuceneSearch.of(store, clock, home, new ReaderCache());
        Made made = new Made();
        search.bindSource(made);
        long first = store.read(scope, snapshot -> snapshot.state(TYPE).sequence());
        store.write(scope, tx -> first);
        TypeIndex index = search.index(account, TYPE);
        step(search, scope, made, index);
        for (int done = 0; done < size; done += 1000) {
            store.write(scope, tx -> {
                for (int i = 0; i < 1000; i++) {
                    tx.logCreated(TYPE, Facets.ALL);
                }
                return true;
            });
        }
        long begin = THREADS.getCurrentThreadCpuTime();
        step(search, scope, made, index);
        double each = (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / size;
        print(size + " texts: CPU a text", "µs", each);
        print(size + " texts: on disk", "kB", DirectoryTrees.size(home.resolve("data/search")) / 1024.0);
        for (String typed : List.of(
                "common",
                "c*",
                "comm*",
                Made.word(3),
                Made.word(30_000),
                "p7@example.org",
                "@example.org",
                "\"common " + Made.word(0) + "\"",
                Made.word(1) + " " + Made.word(2))) {
            measure(store, scope, search, typed);
        }
    }

    private static void step(LuceneSearch search, Scope scope, Made made, TypeIndex index) throws IOException {
        index.enter(Duration.ZERO);
        while (search.updater().step(scope, new IndexedType(made), index) != IndexUpdater.Progress.UNCHANGED) {
            Thread.onSpinWait();
        }
        index.rest();
        index.leave();
    }

    private static void measure(Store store, Scope scope, LuceneSearch search, String typed) {
        SearchQuery query = SearchQuery.parse(FieldRef.ANYWHERE, typed);
        List<Double> page = new ArrayList<>();
        List<Double> count = new ArrayList<>();
        List<Double> among = new ArrayList<>();
        int[] found = new int[1];
        long[] numbers = new long[256];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = 1000 + i * 30L;
        }
        for (int i = 0; i < 300; i++) {
            store.read(scope, snapshot -> {
                page.add(took(
                        search, snapshot, query, answer -> answer.cursor(false).next(50)));
                count.add(took(search, snapshot, query, answer -> found[0] = answer.count()));
                among.add(took(search, snapshot, query, answer -> answer.matching(numbers)));
                return true;
            });
        }
        print(typed + ": found", "texts", found[0]);
        print(typed + ": CPU of 50 of them", "µs", median(page));
        print(typed + ": CPU of their count", "µs", median(count));
        print(typed + ": CPU of those among 256", "µs", median(among));
    }

    private static double took(LuceneSearch search, Snapshot snapshot, SearchQuery query, Consumer<SearchResult> work) {
        long begin = THREADS.getCurrentThreadCpuTime();
        try (SearchResult answer = search.find(snapshot, TYPE, query, () -> {})) {
            work.accept(answer);
        }
        return (THREADS.getCurrentThreadCpuTime() - begin) / 1e3;
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }

    private static void print(String what, String unit, double value) {
        System.out.println(what + "\t" + unit + "\t" + String.format(Locale.ROOT, "%.3f", value));
    }
}
