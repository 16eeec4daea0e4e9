package svc.search.lucene;

import java.util.List;

/** A query with its words as they are in the index. */
sealed interface Wanted {

    /** Everything. */
    record All() implements Wanted {}

    /**
     * Terms at given distances in one text of one of these fields.
     *
     * @param fields fields of the index, of which one is enough
     * @param terms one or more
     * @param beginning whether the last term is only the beginning of one
     */
    record Run(List<String> fields, List<Step> terms, boolean beginning) implements Wanted {

        Step last() {
            return terms.get(terms.size() - 1);
        }
    }

    /**
     * A term of a run.
     *
     * @param term as it is in the index
     * @param at how far it is behind the first
     */
    record Step(String term, int at) {}

    /**
     * A term in a field that tells nothing of places.
     *
     * @param field a field of the index
     * @param term as it is there
     */
    record Flag(String field, String term) implements Wanted {}

    /**
     * All of several.
     *
     * @param parts one or more
     */
    record Every(List<Wanted> parts) implements Wanted {}

    /**
     * One of several.
     *
     * @param parts may be none
     */
    record Any(List<Wanted> parts) implements Wanted {}

    /**
     * All but these.
     *
     * @param part these
     */
    record None(Wanted part) implements Wanted {}
}
