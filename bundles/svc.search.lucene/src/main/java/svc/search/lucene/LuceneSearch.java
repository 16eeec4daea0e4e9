package svc.search.lucene;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;
import svc.api.search.SearchIndex;
import svc.api.search.SearchQuery;
import svc.api.search.SearchResult;
import svc.api.search.SearchSource;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.search.lucene.analysis.IndexedType;
import svc.search.lucene.index.IndexHome;
import svc.search.lucene.index.IndexKey;
import svc.search.lucene.index.IndexSession;
import svc.search.lucene.index.IndexUpdater;
import svc.search.lucene.index.IndexUpdater.Progress;
import svc.search.lucene.index.ReaderCache;
import svc.search.lucene.index.SearchCounters;
import svc.search.lucene.index.TypeIndex;
import svc.search.lucene.index.Watermark;
import svc.search.lucene.query.AnalyzedQuery;
import svc.search.lucene.query.Highlighter;
import svc.search.lucene.query.QueryAnalyzer;
import svc.search.lucene.result.IndexAnswer;
import svc.search.lucene.result.QueryMatches;
import svc.search.lucene.result.UnindexedTailReader;

/**
 * All search indexes, and the searches in them. At a start, this class verifies the generation of the indexes, which is
 * the version of their format. When an account is erased, its indexes are removed. Thread-safe.
 */
@Component(service = {SearchIndex.class, LuceneSearch.class, ErasureStep.class, Callable.class})
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class LuceneSearch implements SearchIndex, ErasureStep, Callable<String> {

    /** The maximum time that a background commit waits for another writer; then the next index is updated instead. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /**
     * The maximum time that a reindex request waits for another writer. It is sufficient, because a writer reads texts
     * for at most two seconds in each commit.
     */
    private static final Duration LONGEST_RENEWAL = Duration.ofSeconds(10);

    /** The maximum time that the shutdown waits for a writer. */
    private static final Duration ENDING = Duration.ofSeconds(5);

    private final IndexHome home;
    private final ReaderCache readers;
    private final SearchCounters counters = new SearchCounters();
    private final IndexUpdater updater;
    private final UnindexedTailReader tails;
    private volatile Consumer<IndexKey> staleListener = key -> {};
    private final Map<String, IndexedType> types = new ConcurrentHashMap<>();
    private final Map<IndexKey, TypeIndex> indexes = new ConcurrentHashMap<>();

    @Activate
    public LuceneSearch(@Reference Store store, @Reference Clock clock, BundleContext context) {
        this(
                store,
                clock,
                Path.of(Objects.requireNonNull(context.getProperty("svc.home"), "svc.home")),
                new ReaderCache());
    }

    /** Opens the search of a home without the component runtime. */
    public static LuceneSearch of(Store store, Clock clock, Path svc, ReaderCache readers) {
        return new LuceneSearch(store, clock, svc, readers);
    }

    private LuceneSearch(Store store, Clock clock, Path svc, ReaderCache readers) {
        this.home = new IndexHome(svc.resolve("data").resolve("search"), store::home);
        this.readers = readers;
        this.updater = new IndexUpdater(store, clock, counters);
        this.tails = new UnindexedTailReader(updater, clock);
    }

    /** Stops the start if the indexes are of a later generation. Moves indexes of an earlier generation aside. */
    @Override
    public String call() {
        try {
            home.check();
            return "";
        } catch (IOException e) {
            throw new StartupException(
                    "The search indexes in " + home + " cannot be used: " + e,
                    "Make sure that svc can read and write there.");
        }
    }

    /**
     * Stops writing, and closes the readers that no open search result uses. An open search result stays usable until
     * it is closed.
     */
    @Deactivate
    public void close() {
        indexes.values().forEach(index -> index.end(ENDING));
        readers.end();
    }

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    public void bindSource(SearchSource source) {
        types.putIfAbsent(source.type(), new IndexedType(source));
    }

    void unbindSource(SearchSource source) {
        types.computeIfPresent(source.type(), (type, texts) -> texts.source() == source ? null : texts);
    }

    public IndexHome home() {
        return home;
    }

    SearchCounters counters() {
        return counters;
    }

    public IndexUpdater updater() {
        return updater;
    }

    public ReaderCache readers() {
        return readers;
    }

    Collection<IndexedType> types() {
        return types.values();
    }

    Optional<IndexedType> texts(String type) {
        return Optional.ofNullable(types.get(type));
    }

    public TypeIndex index(long account, String type) {
        return indexes.computeIfAbsent(
                new IndexKey(account, type), key -> new TypeIndex(home.folder(account, type), readers, counters));
    }

    /** Makes one commit of an index. Returns whether further objects must be indexed. */
    public boolean follow(IndexKey key) throws IOException {
        Optional<IndexedType> texts = texts(key.type());
        if (texts.isEmpty()) {
            return false;
        }
        TypeIndex index = index(key.account(), key.type());
        if (!index.enter(LONGEST_WAIT)) {
            return true;
        }
        boolean more = false;
        try {
            home.check();
            more = updater.step(BackgroundIndexer.scope(key.account()), texts.get(), index) == Progress.BEHIND;
            return more;
        } finally {
            if (!more) {
                index.rest();
            }
            index.leave();
        }
    }

    /** Sets the callback for indexes that must be updated although the store has not changed. */
    void onStale(Consumer<IndexKey> listener) {
        staleListener = listener;
    }

    @Override
    public boolean reindex(Scope scope, String type, Set<Long> numbers) {
        known(type);
        TypeIndex index = index(scope.n(), type);
        if (!index.enter(LONGEST_RENEWAL)) {
            return false;
        }
        try {
            home.check();
            if (!isInIndex(index, numbers)) {
                return false;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            index.rest();
            index.leave();
        }
        staleListener.accept(new IndexKey(scope.n(), type));
        return true;
    }

    /**
     * Stores a reindex request with a commit. Returns false if the index was closed or erased. An empty index needs no
     * request, because all objects will be indexed anyway.
     */
    private static boolean isInIndex(TypeIndex index, Set<Long> numbers) throws IOException {
        Watermark now = index.openedWatermark();
        if (now.state().isEmpty()) {
            return true;
        }
        Optional<IndexSession> session = index.session();
        if (session.isEmpty()) {
            return false;
        }
        session.get().commit(now.renewing(now.renewal().and(numbers)));
        index.committed();
        return true;
    }

    @Override
    public String namespace() {
        return "search";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        erase(who.account().n());
        return false;
    }

    /** Removes all indexes of an account, including those that were moved aside. */
    public void erase(long account) {
        types.keySet().forEach(type -> index(account, type));
        indexes.forEach((key, index) -> {
            if (key.account() == account) {
                index.erase();
            }
        });
        home.erase(account);
    }

    private IndexedType known(String type) {
        return texts(type)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No installed bundle provides searchable texts of the type " + type));
    }

    @Override
    public int generation() {
        return IndexHome.GENERATION;
    }

    @Override
    public SearchResult find(Snapshot snapshot, String type, SearchQuery query, Runnable pace) {
        IndexedType texts = known(type);
        AnalyzedQuery wanted = QueryAnalyzer.read(texts.fields(), query);
        TypeIndex index = index(snapshot.scope().n(), type);
        return IndexAnswer.look(index, () -> {
            home.check();
            return answer(snapshot, texts, wanted, index, pace);
        });
    }

    private SearchResult answer(
            Snapshot snapshot, IndexedType texts, AnalyzedQuery wanted, TypeIndex index, Runnable pace)
            throws IOException {
        try (UnindexedTailReader.Known known = tails.read(snapshot, texts, index, pace)) {
            counters.searched(known.tail().complete(), known.tail().documents().size());
            QueryMatches found = QueryMatches.of(known.view(), wanted, known.tail());
            return new IndexAnswer(found, known.share(), pace, index);
        }
    }

    @Override
    public List<Highlight> highlights(String type, SearchQuery query, String field, String text) {
        return new Highlighter(field, text).of(QueryAnalyzer.read(known(type).fields(), query));
    }
}
