package svc.search.lucene.query;

import java.util.List;

/** A query whose texts have been converted to terms of the index. */
public sealed interface AnalyzedQuery {

    /** Matches every object. */
    record MatchAll() implements AnalyzedQuery {}

    /**
     * Terms at given distances in one text.
     *
     * @param fields the index fields; a match in one of them is enough
     * @param terms one or more terms
     * @param beginning whether the last term is a prefix
     */
    record Phrase(List<String> fields, List<PhraseTerm> terms, boolean beginning) implements AnalyzedQuery {

        public PhraseTerm last() {
            return terms.get(terms.size() - 1);
        }
    }

    /**
     * A term of a phrase.
     *
     * @param term the term in the index
     * @param at the distance from the first term
     */
    record PhraseTerm(String term, int at) {}

    /**
     * A term in a field without positions.
     *
     * @param field the index field
     * @param term the term in the index
     */
    record Term(String field, String term) implements AnalyzedQuery {}

    /**
     * Matches if all parts match.
     *
     * @param parts one or more parts
     */
    record And(List<AnalyzedQuery> parts) implements AnalyzedQuery {}

    /**
     * Matches if any part matches.
     *
     * @param parts the parts; may be empty
     */
    record Or(List<AnalyzedQuery> parts) implements AnalyzedQuery {}

    /**
     * Matches if the part does not match.
     *
     * @param part the negated part
     */
    record Not(AnalyzedQuery part) implements AnalyzedQuery {}
}
