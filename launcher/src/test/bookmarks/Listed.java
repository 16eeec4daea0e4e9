package org.example.bookmarks;

import java.util.List;
import java.util.Map;
import svc.api.jmap.ListedPlan;
import svc.api.store.Facets;

/** Results that were found at once. */
final class Listed extends ListedPlan {

    Listed(List<Long> found) {
        super(found.stream().mapToLong(n -> n).toArray());
    }

    @Override
    public Map<String, Facets> reads() {
        return Map.of("Bookmark", Facets.ALL);
    }
}
