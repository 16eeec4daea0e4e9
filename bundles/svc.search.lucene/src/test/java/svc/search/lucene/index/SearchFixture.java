package svc.search.lucene.index;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import svc.api.engine.ScopeKey;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.FieldRef;
import svc.api.search.SearchResult;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.search.lucene.LuceneSearch;
import svc.search.lucene.Notes;
import svc.search.lucene.TaskClock;
import svc.search.lucene.analysis.IndexedType;
import svc.testkit.engine.TemporaryStore;

/** A store with notes and their search. */
public record SearchFixture(
        Path home, TaskClock clock, TemporaryStore temporary, Notes notes, LuceneSearch search, Scope scope) {

    /** The maximum number of indexes that keep a reader open. */
    static final int READERS = 15;

    public static SearchFixture on(Path home) {
        return on(home, true);
    }

    public static SearchFixture on(Path home, boolean fixed) {
        TaskClock clock = new TaskClock();
        TemporaryStore temporary = TemporaryStore.once(clock);
        Store store = temporary.store();
        long account = store.write(Scope.system(), tx -> tx.createAccount("o", "anna"));
        return on(home, clock, temporary, new Notes(store, fixed), Scope.account(new ScopeKey(), account));
    }

    private static SearchFixture on(Path home, TaskClock clock, TemporaryStore temporary, Notes notes, Scope scope) {
        LuceneSearch search = LuceneSearch.of(temporary.store(), clock, home, new ReaderCache(READERS));
        search.bindSource(notes);
        return new SearchFixture(home, clock, temporary, notes, search, scope);
    }

    /** Starts again on a copy of the home, without stopping the previous instance. */
    SearchFixture killed(Path copy) {
        return on(copy, clock, temporary, notes, scope);
    }

    /** Restarts the search. */
    public SearchFixture again() {
        search.close();
        return on(home, clock, temporary, notes, scope);
    }

    /** Returns the notes of another account in the same store and search. */
    SearchFixture account(String name) {
        long account = stored().write(Scope.system(), tx -> tx.createAccount("o", name));
        return new SearchFixture(home, clock, temporary, notes, search, Scope.account(new ScopeKey(), account));
    }

    public long create(String title) {
        return stored().write(scope, tx -> Notes.create(tx, title));
    }

    /** Creates notes with the word "common" in one write. */
    void fill(int size) {
        stored().write(scope, tx -> {
            for (int i = 0; i < size; i++) {
                Notes.create(tx, "common number" + i);
            }
            return size;
        });
    }

    void destroy(long n) {
        stored().write(scope, tx -> {
            Notes.destroy(tx, n);
            return n;
        });
    }

    TypeIndex index() {
        return search.index(scope.n(), Notes.TYPE);
    }

    /** Updates the index until it is complete. Returns the number of commits. */
    public int follow() throws IOException {
        search.home().check();
        TypeIndex index = index();
        if (!index.enter(Duration.ZERO)) {
            throw new IllegalStateException("another thread writes to the index");
        }
        int commits = 0;
        try {
            while (search.updater().step(scope, new IndexedType(notes), index) != IndexUpdater.Progress.UNCHANGED) {
                commits++;
            }
        } finally {
            index.rest();
            index.leave();
        }
        return commits;
    }

    /** Returns the results of a query as typed by a user, in descending order. */
    public List<Long> find(String typed) {
        return find(SearchQuery.parse(FieldRef.ANYWHERE, typed));
    }

    List<Long> find(SearchQuery query) {
        return stored().read(scope, snapshot -> {
            try (SearchResult answer = search.find(snapshot, Notes.TYPE, query, () -> {})) {
                return Arrays.stream(answer.cursor(false).next(Integer.MAX_VALUE))
                        .boxed()
                        .toList();
            }
        });
    }

    public Store stored() {
        return temporary.store();
    }
}
