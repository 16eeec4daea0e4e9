package svc.search.lucene.result;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import svc.search.lucene.index.IndexSnapshot;
import svc.search.lucene.index.UnindexedDocument;
import svc.search.lucene.query.AnalyzedQuery;
import svc.search.lucene.query.LuceneQueries;

/**
 * The matches of a query: in the index, and among the objects that are not indexed yet.
 *
 * @param leaves the segments of the index
 * @param weight the compiled query
 * @param hidden the objects whose index entries are missing or outdated
 * @param documents the matching objects that are not indexed yet
 */
public record QueryMatches(
        List<LeafReaderContext> leaves, Weight weight, Set<Long> hidden, List<UnindexedDocument> documents) {

    public static QueryMatches of(IndexSnapshot view, AnalyzedQuery wanted, UnindexedTail tail) throws IOException {
        if (view.reader().isEmpty()) {
            return nothing(tail.matching(wanted));
        }
        IndexSearcher searcher = new IndexSearcher(view.reader().get());
        searcher.setQueryCache(null);
        Query query = searcher.rewrite(new LuceneQueries(view.reader().get()).query(wanted));
        Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
        return new QueryMatches(searcher.getIndexReader().leaves(), weight, tail.hidden(), tail.matching(wanted));
    }

    private static QueryMatches nothing(List<UnindexedDocument> documents) throws IOException {
        IndexSearcher emptySearcher = new IndexSearcher(new org.apache.lucene.index.MultiReader());
        Weight weight = emptySearcher.createWeight(
                new org.apache.lucene.search.MatchNoDocsQuery(), ScoreMode.COMPLETE_NO_SCORES, 1);
        return new QueryMatches(List.of(), weight, Set.of(), documents);
    }

    int upperBound() throws IOException {
        long most = documents.size();
        for (LeafReaderContext leaf : leaves) {
            ScorerSupplier supplier = weight.scorerSupplier(leaf);
            most += supplier == null
                    ? 0
                    : Math.min(supplier.cost(), leaf.reader().numDocs());
        }
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    /** Returns a cursor for each segment with matches. */
    List<LeafCursor> cursors() throws IOException {
        List<LeafCursor> cursors = new ArrayList<>();
        for (LeafReaderContext leaf : leaves) {
            LeafCursor.of(leaf, weight, hidden).ifPresent(cursors::add);
        }
        return cursors;
    }

    /** Returns the number of matches, from index statistics where possible. */
    int count(Runnable pace) throws IOException {
        int count = documents.size();
        for (LeafReaderContext leaf : leaves) {
            int known = hidden.isEmpty() ? weight.count(leaf) : -1;
            count += known >= 0 ? known : count(leaf, pace);
        }
        return count;
    }

    private int count(LeafReaderContext leaf, Runnable pace) throws IOException {
        Scorer scorer = weight.scorer(leaf);
        if (scorer == null) {
            return 0;
        }
        LeafCursor cursor = LeafCursor.of(leaf, weight, hidden).orElseThrow();
        int count = 0;
        while (cursor.next()) {
            if ((++count & 0xFFF) == 0) {
                pace.run();
            }
        }
        return count;
    }
}
