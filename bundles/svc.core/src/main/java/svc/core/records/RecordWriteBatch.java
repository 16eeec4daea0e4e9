package svc.core.records;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Transaction;
import svc.core.objects.ObjectObservers.Notes;
import svc.core.records.RecordIndex.Keys;

/**
 * Collects the changes of one transaction to objects of a type. {@code flush} writes bodies and indexes. Not
 * thread-safe.
 */
final class RecordWriteBatch {

    private final Transaction tx;
    private final String type;
    private final RecordIndex index;
    private final Notes notes;
    private final Map<Long, byte[]> bodies = new HashMap<>();
    private final List<Long> destroyed = new ArrayList<>();
    private final List<IndexEntry> out = new ArrayList<>();
    private final List<IndexEntry> in = new ArrayList<>();
    private boolean creates;

    RecordWriteBatch(Transaction tx, String type, RecordIndex index, Notes notes) {
        this.tx = tx;
        this.type = type;
        this.index = index;
        this.notes = notes;
    }

    long create(byte[] body, Keys keys) {
        long n = tx.logCreated(type, Facets.ALL);
        creates = true;
        bodies.put(n, body);
        index.difference(n, Keys.NONE, keys, out, in);
        return n;
    }

    void update(long n, byte[] body, Keys before, Keys after, Set<String> differing) {
        tx.logUpdated(type, n, Facets.ALL);
        notes.updated(n, differing);
        bodies.put(n, body);
        index.difference(n, before, after, out, in);
    }

    void destroy(long n, Keys keys) {
        tx.logDestroyed(type, n);
        destroyed.add(n);
        index.difference(n, keys, Keys.NONE, out, in);
    }

    void flush() {
        if (creates) {
            beginIndexes();
        }
        if (!bodies.isEmpty()) {
            tx.put(type, bodies);
        }
        if (!destroyed.isEmpty()) {
            tx.remove(type, destroyed);
        }
        if (!out.isEmpty() || !in.isEmpty()) {
            tx.updateIndex(type, out, in);
        }
    }

    /** Marks the indexes as complete if the type has no objects yet. */
    private void beginIndexes() {
        List<String> incomplete = index.properties().stream()
                .filter(property -> !tx.isIndexed(type, property))
                .toList();
        if (!incomplete.isEmpty() && tx.count(type) == 0) {
            incomplete.forEach(property -> tx.markIndexComplete(type, property));
        }
    }
}
