package svc.search.lucene.analysis;

import svc.api.search.SearchSource;

/**
 * A searchable object type.
 *
 * @param source the source of the texts
 * @param fields the fields of the type
 */
public record IndexedType(SearchSource source, IndexFields fields) {

    public IndexedType(SearchSource source) {
        this(source, new IndexFields(source.fields()));
    }

    public String type() {
        return source.type();
    }
}
