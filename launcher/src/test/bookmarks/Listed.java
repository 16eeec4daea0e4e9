package org.example.bookmarks;

import java.util.List;
import java.util.Map;
import svc.api.jmap.query.InMemoryQueryPlan;
import svc.api.store.Facets;

/** A query plan of results in memory. */
final class Listed extends InMemoryQueryPlan {

    Listed(List<Long> found) {
        super(found.stream().mapToLong(n -> n).toArray());
    }

    @Override
    public Map<String, Facets> dependencies() {
        return Map.of("Bookmark", Facets.ALL);
    }
}
