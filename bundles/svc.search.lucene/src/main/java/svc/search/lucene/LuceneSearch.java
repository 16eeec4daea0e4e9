package svc.search.lucene;

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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.search.SearchAnswer;
import svc.api.search.SearchIndex;
import svc.api.search.SearchQuery;
import svc.api.search.SearchSource;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.time.Clock;

/** All indexes, and the questions to them. Any thread. */
@Component(service = {SearchIndex.class, LuceneSearch.class})
public final class LuceneSearch implements SearchIndex {

    /** So long a commit waits for one that somebody else makes, before it is another index's turn. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** So long somebody waits who wants texts to be read anew: a commit reads two seconds at most. */
    private static final Duration LONGEST_RENEWAL = Duration.ofSeconds(10);

    /** So long the end waits for what somebody writes into an index. */
    private static final Duration ENDING = Duration.ofSeconds(5);

    private final IndexHome home;
    private final Readers readers;
    private final Tally tally = new Tally();
    private final Following following;
    private final TailReading tails;
    private volatile Consumer<IndexKey> follower = key -> {};
    private final Map<String, Texts> types = new ConcurrentHashMap<>();
    private final Map<IndexKey, TypeIndex> indexes = new ConcurrentHashMap<>();

    /** In the home of the server. */
    @Activate
    public LuceneSearch(@Reference Store store, @Reference Clock clock, BundleContext context) {
        this(store, clock, Path.of(Objects.requireNonNull(context.getProperty("svc.home"), "svc.home")));
    }

    LuceneSearch(Store store, Clock clock, Path svc) {
        this.home = new IndexHome(svc.resolve("data").resolve("search"));
        this.readers = new Readers(clock);
        this.following = new Following(store, clock, tally);
        this.tails = new TailReading(following, clock);
    }

    /** Ends writing, and lets go of what is open. Who has a question goes on until it is answered. */
    @Deactivate
    public void close() {
        indexes.values().forEach(index -> index.end(ENDING));
        readers.end();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSource(SearchSource source) {
        types.putIfAbsent(source.type(), new Texts(source));
    }

    void unbindSource(SearchSource source) {
        types.computeIfPresent(source.type(), (type, texts) -> texts.source() == source ? null : texts);
    }

    IndexHome home() {
        return home;
    }

    Tally tally() {
        return tally;
    }

    Following following() {
        return following;
    }

    int open() {
        return readers.open();
    }

    Collection<Texts> types() {
        return types.values();
    }

    Optional<Texts> texts(String type) {
        return Optional.ofNullable(types.get(type));
    }

    TypeIndex index(long account, String type) {
        return indexes.computeIfAbsent(
                new IndexKey(account, type), key -> new TypeIndex(home.folder(account, type), readers, tally));
    }

    /** Makes one commit of an index; whether there is more to do. */
    boolean follow(IndexKey key) throws IOException {
        Optional<Texts> texts = texts(key.type());
        if (texts.isEmpty()) {
            return false;
        }
        TypeIndex index = index(key.account(), key.type());
        if (!index.enter(LONGEST_WAIT)) {
            return true;
        }
        boolean more = false;
        try {
            home.claim();
            more = following.step(CatchUp.scope(key.account()), texts.get(), index);
            return more;
        } finally {
            if (!more) {
                index.rest();
            }
            index.leave();
        }
    }

    /** Tells from now on which indexes have more to do though nothing changed. */
    void tell(Consumer<IndexKey> whom) {
        follower = whom;
    }

    @Override
    public boolean renew(Scope scope, String type, Set<Long> numbers) {
        known(type);
        TypeIndex index = index(scope.n(), type);
        if (!index.enter(LONGEST_RENEWAL)) {
            return false;
        }
        try {
            home.claim();
            if (!noted(index, numbers)) {
                return false;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            index.rest();
            index.leave();
        }
        follower.accept(new IndexKey(scope.n(), type));
        return true;
    }

    /** Writes it down with a commit. An index that nothing is in yet reads everything by itself. */
    private static boolean noted(TypeIndex index, Set<Long> numbers) throws IOException {
        Watermark now = index.view().watermark();
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

    /** Removes all that is kept of an account. */
    void erase(long account) {
        types.keySet().forEach(type -> index(account, type));
        indexes.forEach((key, index) -> {
            if (key.account() == account) {
                index.erase();
            }
        });
        home.erase(account);
    }

    private Texts known(String type) {
        return texts(type).orElseThrow(() -> new IllegalArgumentException("Nobody offers texts of the type " + type));
    }

    @Override
    public int generation() {
        return IndexHome.GENERATION;
    }

    @Override
    public SearchAnswer find(Snapshot snapshot, String type, SearchQuery query, Runnable pace) {
        Texts texts = known(type);
        Wanted wanted = QueryReading.read(texts.fields(), query);
        TypeIndex index = index(snapshot.scope().n(), type);
        return IndexAnswer.look(index, () -> {
            home.claim();
            return answer(snapshot, texts, wanted, index, pace);
        });
    }

    private SearchAnswer answer(Snapshot snapshot, Texts texts, Wanted wanted, TypeIndex index, Runnable pace)
            throws IOException {
        TailReading.Known known = tails.read(snapshot, texts, index, pace);
        tally.searched(known.tail().whole(), known.tail().fresh().size());
        return new IndexAnswer(
                Found.of(known.view(), wanted, known.tail()), known.tail().whole(), pace, index);
    }

    @Override
    public List<Mark> marks(String type, SearchQuery query, String field, String text) {
        return new Marking(field, text).of(QueryReading.read(known(type).fields(), query));
    }
}
