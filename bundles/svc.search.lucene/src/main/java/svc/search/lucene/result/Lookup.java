package svc.search.lucene.result;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import svc.search.lucene.index.Documents;
import svc.search.lucene.index.UnindexedDocument;

/** Tests, one by one, whether the objects with given numbers match. */
final class Lookup {

    private final QueryMatches found;

    Lookup(QueryMatches found) {
        this.found = found;
    }

    Set<Long> matching(long[] numbers) throws IOException {
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        Set<Long> matching = new HashSet<>();
        for (UnindexedDocument text : found.documents()) {
            if (Arrays.binarySearch(sorted, text.n()) >= 0) {
                matching.add(text.n());
            }
        }
        for (LeafReaderContext leaf : found.leaves()) {
            look(leaf, sorted, matching);
        }
        return matching;
    }

    private void look(LeafReaderContext leaf, long[] numbers, Set<Long> matching) throws IOException {
        Terms terms = leaf.reader().terms(Documents.NUMBER);
        if (terms == null) {
            return;
        }
        int[] docs = docs(leaf, terms, numbers);
        LeafCursor cursor = docs.length == 0
                ? null
                : LeafCursor.of(leaf, found.weight(), found.hidden()).orElse(null);
        if (cursor != null) {
            for (int doc : docs) {
                if (cursor.at(doc)) {
                    matching.add(cursor.n());
                }
            }
        }
    }

    /** Returns the documents of these numbers in a segment, in ascending order. */
    private static int[] docs(LeafReaderContext leaf, Terms terms, long[] numbers) throws IOException {
        long min = number(terms.getMin());
        long max = number(terms.getMax());
        Bits liveDocs = leaf.reader().getLiveDocs();
        TermsEnum iterator = terms.iterator();
        PostingsEnum postings = null;
        int[] docs = new int[numbers.length];
        int size = 0;
        for (long n : numbers) {
            if (n >= min && n <= max && iterator.seekExact(Documents.number(n))) {
                postings = iterator.postings(postings, PostingsEnum.NONE);
                for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                    if (liveDocs == null || liveDocs.get(doc)) {
                        docs[size++] = doc;
                    }
                }
            }
        }
        int[] ascending = Arrays.copyOf(docs, size);
        Arrays.sort(ascending);
        return ascending;
    }

    private static long number(BytesRef term) {
        return NumericUtils.sortableBytesToLong(term.bytes, term.offset);
    }
}
