package svc.search.lucene.index;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Caches objects that were read during a search and are not indexed yet, for further searches before the next commit.
 * Thread-safe.
 */
public final class UnindexedDocumentCache {

    private static final int MOST_TERMS = 50_000;

    private final Map<Long, UnindexedDocument> texts = new HashMap<>();
    private int terms;

    public synchronized Optional<UnindexedDocument> get(long n) {
        return Optional.ofNullable(texts.get(n));
    }

    public synchronized void keep(UnindexedDocument text, int size) {
        if (terms + size <= MOST_TERMS && texts.putIfAbsent(text.n(), text) == null) {
            terms += size;
        }
    }

    synchronized void clear() {
        texts.clear();
        terms = 0;
    }
}
