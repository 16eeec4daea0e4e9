package svc.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.Facets;
import svc.api.store.IndexEntry;
import svc.api.store.Transaction;
import svc.core.RecordIndex.Keys;
import svc.core.Witnesses.Notes;

/** What one transaction does to the objects of a type, gathered and written a set at a time: log, bodies and indexes alike. */
final class RecordWrite {

    private final Transaction tx;
    private final String type;
    private final RecordIndex index;
    private final Notes notes;
    private final Map<Long, byte[]> bodies = new HashMap<>();
    private final List<Long> gone = new ArrayList<>();
    private final List<IndexEntry> out = new ArrayList<>();
    private final List<IndexEntry> in = new ArrayList<>();
    private boolean creates;

    RecordWrite(Transaction tx, String type, RecordIndex index, Notes notes) {
        this.tx = tx;
        this.type = type;
        this.index = index;
        this.notes = notes;
    }

    long create(byte[] body, Keys keys) {
        long n = tx.created(type, Facets.ALL);
        creates = true;
        bodies.put(n, body);
        index.difference(n, Keys.NONE, keys, out, in);
        return n;
    }

    void update(long n, byte[] body, Keys before, Keys after, Set<String> differing) {
        tx.updated(type, n, Facets.ALL);
        notes.updated(n, differing);
        bodies.put(n, body);
        index.difference(n, before, after, out, in);
    }

    void destroy(long n, Keys keys) {
        tx.destroyed(type, n);
        gone.add(n);
        index.difference(n, keys, Keys.NONE, out, in);
    }

    void flush() {
        if (creates) {
            beginIndexes();
        }
        if (!bodies.isEmpty()) {
            tx.put(type, bodies);
        }
        if (!gone.isEmpty()) {
            tx.remove(type, gone);
        }
        if (!out.isEmpty() || !in.isEmpty()) {
            tx.index(type, out, in);
        }
    }

    /** An index that begins with the first object is whole from then on. */
    private void beginIndexes() {
        List<String> begun = index.properties().stream()
                .filter(property -> !tx.isIndexed(type, property))
                .toList();
        if (!begun.isEmpty() && tx.count(type) == 0) {
            begun.forEach(property -> tx.indexed(type, property));
        }
    }
}
