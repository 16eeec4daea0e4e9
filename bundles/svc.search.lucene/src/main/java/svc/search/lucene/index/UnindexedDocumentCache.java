package svc.search.lucene;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Texts that are not in the index yet and were read for a question, for the questions that come before it follows. Any thread.
 */
final class Freshness {

    private static final int MOST_TERMS = 50_000;

    private final Map<Long, FreshText> texts = new HashMap<>();
    private int terms;

    synchronized Optional<FreshText> get(long n) {
        return Optional.ofNullable(texts.get(n));
    }

    synchronized void keep(FreshText text, int size) {
        if (terms + size <= MOST_TERMS && texts.putIfAbsent(text.n(), text) == null) {
            terms += size;
        }
    }

    synchronized void clear() {
        texts.clear();
        terms = 0;
    }
}
