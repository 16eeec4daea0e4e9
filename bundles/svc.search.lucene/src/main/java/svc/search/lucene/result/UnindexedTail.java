package svc.search.lucene.result;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.search.lucene.index.UnindexedDocument;
import svc.search.lucene.query.AnalyzedQuery;

/**
 * The changes that an index does not contain yet.
 *
 * @param hidden the objects whose index entries are missing or outdated
 * @param documents the current texts of those that still exist
 * @param complete whether these are all changes
 */
public record UnindexedTail(Set<Long> hidden, List<UnindexedDocument> documents, boolean complete) {

    /** The tail of an index that is up to date. */
    static final UnindexedTail NONE = new UnindexedTail(Set.of(), List.of(), true);

    /** Returns the matching objects in descending order. */
    List<UnindexedDocument> matching(AnalyzedQuery query) {
        List<UnindexedDocument> found = new ArrayList<>();
        for (UnindexedDocument text : documents) {
            if (text.matches(query)) {
                found.add(text);
            }
        }
        found.sort((a, b) -> {
            int order = Long.compare(b.order(), a.order());
            return order == 0 ? Long.compare(b.n(), a.n()) : order;
        });
        return found;
    }

    static final class Builder {
        private final Set<Long> hidden = new HashSet<>();
        private final List<UnindexedDocument> documents = new ArrayList<>();

        void hide(Iterable<Long> numbers) {
            numbers.forEach(hidden::add);
        }

        void add(UnindexedDocument text) {
            documents.add(text);
        }

        UnindexedTail end(boolean complete) {
            return new UnindexedTail(hidden, documents, complete);
        }
    }
}
