package svc.search.lucene;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import svc.api.engine.ScopeKey;
import svc.api.search.SearchAnswer;
import svc.api.search.SearchQuery;
import svc.api.search.SearchQuery.Place;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.store.memory.MemoryStore;

/** A store with notes and the search over it. */
record Shelf(Path home, TaskClock clock, MemoryStore store, Notes notes, LuceneSearch search, Scope scope) {

    static Shelf on(Path home) {
        return on(home, true);
    }

    static Shelf on(Path home, boolean fixed) {
        TaskClock clock = new TaskClock();
        MemoryStore store = new MemoryStore(clock);
        long account = store.write(Scope.system(), tx -> tx.enrol("o", "anna"));
        return on(home, clock, store, new Notes(store, fixed), Scope.account(new ScopeKey(), account));
    }

    private static Shelf on(Path home, TaskClock clock, MemoryStore store, Notes notes, Scope scope) {
        LuceneSearch search = new LuceneSearch(store, clock, home);
        search.bindSource(notes);
        return new Shelf(home, clock, store, notes, search, scope);
    }

    /** Another start, without an end of the one before. */
    Shelf killed(Path copy) {
        return on(copy, clock, store, notes, scope);
    }

    /** The server was started again. */
    Shelf again() {
        search.close();
        return on(home, clock, store, notes, scope);
    }

    long create(String title) {
        return store.write(scope, tx -> Notes.create(tx, title));
    }

    void destroy(long n) {
        store.write(scope, tx -> {
            Notes.destroy(tx, n);
            return n;
        });
    }

    TypeIndex index() {
        return search.index(scope.n(), Notes.TYPE);
    }

    /** Lets the index follow until it has everything; how many commits that took. */
    int follow() throws IOException {
        search.home().claim();
        TypeIndex index = index();
        if (!index.enter(Duration.ZERO)) {
            throw new IllegalStateException("somebody writes");
        }
        int commits = 0;
        try {
            while (search.following().step(scope, new Texts(notes), index)) {
                commits++;
            }
        } finally {
            index.rest();
            index.leave();
        }
        return commits;
    }

    /** What a text as people type it finds anywhere, the last first. */
    List<Long> find(String typed) {
        return find(SearchQuery.typed(Place.ANYWHERE, typed));
    }

    List<Long> find(SearchQuery query) {
        return store.read(scope, snapshot -> {
            SearchAnswer answer = search.find(snapshot, Notes.TYPE, query, () -> {});
            return Arrays.stream(answer.walk(false).next(Integer.MAX_VALUE))
                    .boxed()
                    .toList();
        });
    }

    Store stored() {
        return store;
    }
}
