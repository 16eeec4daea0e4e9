package svc.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Snapshot.Body;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.core.RecordIndex.Keys;

/**
 * Makes the indexes of an account whole in the background, when a new version of a type indexes more than the one that
 * wrote its objects. Until then queries look at every object, and are right all the same.
 */
final class IndexBuilder {

    private static final int PAGE = 50;

    private final Store store;
    private final String type;
    private final RecordCodec<?> codec;
    private final RecordIndex index;
    private final Set<Long> begun = ConcurrentHashMap.newKeySet();

    IndexBuilder(Store store, String type, RecordCodec<?> codec, RecordIndex index) {
        this.store = store;
        this.type = type;
        this.codec = codec;
        this.index = index;
    }

    /** Begins, unless it has begun before. */
    void need(Scope scope) {
        if (begun.add(scope.n())) {
            store.job(scope, new Pages());
        }
    }

    private final class Pages implements Slice {
        private long after;

        @Override
        public boolean run(Transaction tx, Pace pace) {
            do {
                List<Body> page = tx.scan(type, after, PAGE);
                List<IndexEntry> entries = new ArrayList<>();
                for (Body body : page) {
                    index.difference(body.n(), Keys.NONE, index.keys(codec.decode(body.bytes())), List.of(), entries);
                    after = body.n();
                }
                tx.index(type, List.of(), entries);
                if (page.size() < PAGE) {
                    index.properties().forEach(property -> tx.indexed(type, property));
                    return false;
                }
            } while (pace.permits());
            return true;
        }

        @Override
        public String name() {
            return "index of " + type;
        }
    }
}
