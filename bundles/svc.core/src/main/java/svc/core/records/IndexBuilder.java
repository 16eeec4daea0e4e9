package svc.core.records;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.store.BackgroundTask;
import svc.api.store.IndexEntry;
import svc.api.store.Scope;
import svc.api.store.Snapshot.Body;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.core.records.RecordIndex.Keys;

/**
 * Builds the missing indexes of an account in the background. Indexes are missing after a new version of a type added
 * indexed properties. Until an index is complete, queries scan all objects.
 */
final class IndexBuilder {

    private static final int PAGE = 50;

    private final Store store;
    private final String type;
    private final RecordCodec<?> codec;
    private final Set<Long> started = ConcurrentHashMap.newKeySet();

    IndexBuilder(Store store, String type, RecordCodec<?> codec) {
        this.store = store;
        this.type = type;
        this.codec = codec;
    }

    /** Schedules the build unless it was scheduled before. */
    void need(Scope scope) {
        if (started.add(scope.n())) {
            store.schedule(scope, new Pages());
        }
    }

    private final class Pages implements BackgroundTask {
        private long after;

        @Override
        public boolean run(Transaction tx, Pace pace) {
            long last = after;
            do {
                List<Body> page = tx.scan(type, last, PAGE);
                List<IndexEntry> entries = new ArrayList<>();
                RecordIndex index = codec.index();
                for (Body body : page) {
                    index.difference(body.n(), Keys.NONE, index.keys(codec.decode(body.bytes())), List.of(), entries);
                    last = body.n();
                }
                tx.updateIndex(type, List.of(), entries);
                if (page.size() < PAGE) {
                    codec.index().properties().forEach(property -> tx.markIndexComplete(type, property));
                    return false;
                }
            } while (pace.mayContinue());
            long committed = last;
            tx.afterCommit(() -> after = committed);
            return true;
        }

        @Override
        public String name() {
            return "index of " + type;
        }
    }
}
