package org.example.bookmarks;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import svc.api.jmap.QueryPlan;
import svc.api.store.Facets;

/** Results that were found at once. */
record Listed(List<Long> found) implements QueryPlan {

    @Override
    public long[] ids(int from, int limit) {
        return found.stream().skip(from).limit(limit).mapToLong(n -> n).toArray();
    }

    @Override
    public int total() {
        return found.size();
    }

    @Override
    public OptionalInt rank(long n) {
        int at = found.indexOf(n);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of("Bookmark", Facets.ALL);
    }
}
