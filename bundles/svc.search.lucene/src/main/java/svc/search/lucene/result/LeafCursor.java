package svc.search.lucene.result;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;
import svc.search.lucene.index.Documents;

/** Iterates over the matches in one segment, whose documents are sorted in descending order. */
final class LeafCursor implements Cursor {

    private final DocIdSetIterator matches;
    private final NumericDocValues numbers;
    private final NumericDocValues orders;
    private final @Nullable Bits liveDocs;
    private final Set<Long> hidden;
    private long n;
    private boolean ordered;

    private LeafCursor(LeafReader reader, Scorer scorer, Set<Long> hidden) throws IOException {
        this.matches = scorer.iterator();
        this.numbers = reader.getNumericDocValues(Documents.NUMBER);
        this.orders = reader.getNumericDocValues(Documents.ORDER);
        this.liveDocs = reader.getLiveDocs();
        this.hidden = hidden;
    }

    static Optional<LeafCursor> of(LeafReaderContext leaf, Weight weight, Set<Long> hidden) throws IOException {
        Scorer scorer = weight.scorer(leaf);
        return scorer == null ? Optional.empty() : Optional.of(new LeafCursor(leaf.reader(), scorer, hidden));
    }

    @Override
    public boolean next() throws IOException {
        int doc = matches.nextDoc();
        while (doc != DocIdSetIterator.NO_MORE_DOCS && !isLive(doc)) {
            doc = matches.nextDoc();
        }
        return doc != DocIdSetIterator.NO_MORE_DOCS;
    }

    /** Returns whether a document of the segment matches. Documents must be requested in ascending order. */
    boolean at(int doc) throws IOException {
        int now = matches.docID() < doc ? matches.advance(doc) : matches.docID();
        return now == doc && isLive(doc);
    }

    private boolean isLive(int doc) throws IOException {
        if (liveDocs != null && !liveDocs.get(doc)) {
            return false;
        }
        numbers.advanceExact(doc);
        n = numbers.longValue();
        ordered = false;
        return hidden.isEmpty() || !hidden.contains(n);
    }

    @Override
    public long n() {
        return n;
    }

    @Override
    public long order() throws IOException {
        if (!ordered) {
            orders.advanceExact(matches.docID());
            ordered = true;
        }
        return orders.longValue();
    }
}
