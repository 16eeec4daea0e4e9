package svc.search.lucene.index;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.analysis.TermPositions;

/** Converts analyzed documents to Lucene documents. */
public final class Documents {

    /** The doc value by which results are ordered. */
    public static final String ORDER = "order";

    /** The number of the object, as a term and as a doc value. */
    public static final String NUMBER = "n";

    private static final FieldType PLACES = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS, true);
    private static final FieldType FLAGS = type(IndexOptions.DOCS, false);

    private Documents() {}

    private static FieldType type(IndexOptions options, boolean tokenized) {
        FieldType type = new FieldType();
        type.setIndexOptions(options);
        type.setTokenized(tokenized);
        type.setOmitNorms(true);
        type.freeze();
        return type;
    }

    static Term key(long n) {
        return new Term(NUMBER, number(n));
    }

    public static BytesRef number(long n) {
        byte[] bytes = new byte[Long.BYTES];
        NumericUtils.longToSortableBytes(n, bytes, 0);
        return new BytesRef(bytes);
    }

    static Document of(AnalyzedDocument text) {
        Document document = new Document();
        document.add(new Field(NUMBER, number(text.n()), FLAGS));
        document.add(new NumericDocValuesField(NUMBER, text.n()));
        document.add(new NumericDocValuesField(ORDER, text.order()));
        text.places().forEach((field, terms) -> document.add(new Field(field, new Replay(terms), PLACES)));
        text.flags().forEach((field, terms) -> terms.forEach(term -> document.add(new Field(field, term, FLAGS))));
        return document;
    }

    /** A token stream that returns the terms of an analyzed document. */
    private static final class Replay extends TokenStream {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
        private final TermPositions terms;
        private int next;

        Replay(TermPositions terms) {
            this.terms = terms;
        }

        @Override
        public boolean incrementToken() {
            if (next == terms.size()) {
                return false;
            }
            clearAttributes();
            term.setEmpty().append(terms.term(next));
            int before = next == 0 ? -1 : terms.position(next - 1);
            increment.setPositionIncrement(terms.position(next) - before);
            next++;
            return true;
        }

        @Override
        public void reset() {
            next = 0;
        }
    }
}
