package svc.core.records;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Transaction;
import svc.core.records.RecordIndex.Keys;

/**
 * The changes of one transaction to objects of a type: logs them, stores them, and applies their consequences. Objects
 * in the generic table are collected and stored by {@code flush}. Not thread-safe.
 */
final class RecordWrites<T extends Record> {

    private final RecordModel<T> model;
    private final Transaction tx;
    private final RecordIndex index;
    private final RecordBlobs blobs;
    private final Map<Long, byte[]> bodies = new HashMap<>();
    private final List<Long> destroyed = new ArrayList<>();
    private final List<IndexEntry> out = new ArrayList<>();
    private final List<IndexEntry> in = new ArrayList<>();
    private boolean creates;

    RecordWrites(RecordModel<T> model, Transaction tx, RecordBlobs blobs) {
        this.model = model;
        this.tx = tx;
        this.index = model.codec().index();
        this.blobs = blobs;
    }

    long create(RecordVersion<T> after) {
        long n = tx.logCreated(model.name(), Facets.ALL);
        blobs.moved(tx, model, n, null, after);
        if (model.storage().isPresent()) {
            model.storage().get().insert(tx, n, after.object());
        } else {
            creates = true;
            store(n, Keys.NONE, after);
        }
        changed(n, null, after);
        return n;
    }

    private void store(long n, Keys before, RecordVersion<T> after) {
        bodies.put(n, after.body());
        index.difference(n, before, after.keys(), out, in);
    }

    void update(long n, RecordVersion<T> before, RecordVersion<T> after) {
        blobs.moved(tx, model, n, before, after);
        if (model.type().isSingleton()) {
            tx.touched(model.name()); // the singleton has no number in the change log
        } else {
            tx.logUpdated(model.name(), n, Facets.ALL);
        }
        if (model.storage().isPresent()) {
            model.storage().get().update(tx, n, after.object());
        } else {
            store(n, before.keys(), after);
        }
        changed(n, before, after);
    }

    void destroy(long n, RecordVersion<T> before) {
        tx.logDestroyed(model.name(), n);
        blobs.moved(tx, model, n, before, null);
        if (model.storage().isPresent()) {
            model.storage().get().delete(tx, n);
        } else {
            destroyed.add(n);
            index.difference(n, before.keys(), Keys.NONE, out, in);
        }
        changed(n, before, null);
    }

    private void changed(long n, @Nullable RecordVersion<T> before, @Nullable RecordVersion<T> after) {
        if (model.rules().isPresent()) {
            flush();
            model.rules()
                    .get()
                    .changed(tx, n, before == null ? null : before.object(), after == null ? null : after.object());
        }
    }

    void flush() {
        if (creates) {
            beginIndexes();
        }
        if (!bodies.isEmpty()) {
            tx.put(model.name(), bodies);
        }
        if (!destroyed.isEmpty()) {
            tx.remove(model.name(), destroyed);
        }
        if (!out.isEmpty() || !in.isEmpty()) {
            tx.updateIndex(model.name(), out, in);
        }
        creates = false;
        bodies.clear();
        destroyed.clear();
        out.clear();
        in.clear();
    }

    /** Marks the indexes as complete when the first object of the type is created. */
    private void beginIndexes() {
        List<String> incomplete = index.properties().stream()
                .filter(property -> !tx.isIndexed(model.name(), property))
                .toList();
        if (!incomplete.isEmpty() && tx.count(model.name()) == 0) {
            incomplete.forEach(property -> tx.markIndexComplete(model.name(), property));
        }
    }
}
