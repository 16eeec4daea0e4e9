package svc.search.lucene.result;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import svc.search.lucene.index.UnindexedDocument;
import svc.search.lucene.query.AnalyzedQuery;

/**
 * The changes that an index does not contain yet.
 *
 * @param hidden the objects whose index entries are missing or outdated
 * @param documents the current texts of those objects that still exist
 * @param complete whether the tail has all changes that the index does not contain
 */
public record UnindexedTail(Set<Long> hidden, List<UnindexedDocument> documents, boolean complete) {

    /** Returns the matching objects in descending order. */
    List<UnindexedDocument> matching(AnalyzedQuery query) {
        return documents.stream()
                .filter(text -> text.matches(query))
                .sorted(Comparator.comparingLong(UnindexedDocument::order)
                        .thenComparingLong(UnindexedDocument::n)
                        .reversed())
                .toList();
    }
}
