package svc.search.lucene;

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

/**
 * What a query finds: in the index but for what it does not know, and among what it does not know.
 *
 * @param leaves the segments of the index
 * @param weight the query, ready to be asked of a segment
 * @param hidden objects of which the index says nothing that holds
 * @param fresh those that match of the others
 */
record Found(List<LeafReaderContext> leaves, Weight weight, Set<Long> hidden, List<FreshText> fresh) {

    static Found of(View view, Wanted wanted, Tail tail) throws IOException {
        if (view.reader().isEmpty()) {
            return nothing(tail.matching(wanted));
        }
        IndexSearcher searcher = new IndexSearcher(view.reader().get());
        searcher.setQueryCache(null);
        Query query = searcher.rewrite(new LuceneQueries(view.reader().get()).query(wanted));
        Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
        return new Found(searcher.getIndexReader().leaves(), weight, tail.hidden(), tail.matching(wanted));
    }

    private static Found nothing(List<FreshText> fresh) throws IOException {
        IndexSearcher nowhere = new IndexSearcher(new org.apache.lucene.index.MultiReader());
        Weight weight =
                nowhere.createWeight(new org.apache.lucene.search.MatchNoDocsQuery(), ScoreMode.COMPLETE_NO_SCORES, 1);
        return new Found(List.of(), weight, Set.of(), fresh);
    }

    int most() throws IOException {
        long most = fresh.size();
        for (LeafReaderContext leaf : leaves) {
            ScorerSupplier supplier = weight.scorerSupplier(leaf);
            most += supplier == null
                    ? 0
                    : Math.min(supplier.cost(), leaf.reader().numDocs());
        }
        return (int) Math.min(Integer.MAX_VALUE, most);
    }

    /** One for each segment where something matches. */
    List<LeafCursor> cursors() throws IOException {
        List<LeafCursor> cursors = new ArrayList<>();
        for (LeafReaderContext leaf : leaves) {
            LeafCursor.of(leaf, weight, hidden).ifPresent(cursors::add);
        }
        return cursors;
    }

    /** How many match, where no number needs to be looked at. */
    int count(Runnable pace) throws IOException {
        int count = fresh.size();
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
