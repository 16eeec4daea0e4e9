package svc.search.lucene;

import svc.api.search.SearchSource;

/**
 * What is known of the texts of a type.
 *
 * @param source where they come from
 * @param fields their fields
 */
record Texts(SearchSource source, Fields fields) {

    Texts(SearchSource source) {
        this(source, new Fields(source.fields()));
    }

    String type() {
        return source.type();
    }
}
