package svc.api.search;

import java.util.List;

/**
 * A full-text query. Case and accents are ignored. A word matches whole words; in scripts without spaces between words
 * it matches anywhere. A mail address matches as a whole, by its words, or by {@code @} and its domain.
 */
public sealed interface SearchQuery {

    /**
     * Parses a text that a user typed (RFC 8621 §4.4.1): all words must match, in any order. {@code word*} matches a
     * prefix. A text in quotation marks matches as a phrase. A text without words matches everything.
     */
    static SearchQuery parse(FieldRef place, String text) {
        return new SearchTextParser(place, text).query();
    }

    /**
     * A word. A text with several parts, such as {@code jean-luc}, is searched as a phrase.
     *
     * @param field the field to search
     * @param text the word
     */
    record Word(FieldRef field, String text) implements SearchQuery {}

    /**
     * A sequence of words.
     *
     * @param field the field to search
     * @param text the words
     */
    record Phrase(FieldRef field, String text) implements SearchQuery {}

    /**
     * A prefix of a word. If the text has several words, they match as a phrase whose last word is a prefix.
     *
     * @param field the field to search
     * @param text the prefix
     */
    record Prefix(FieldRef field, String text) implements SearchQuery {}

    /**
     * Matches objects that have a text with this name, even an empty one.
     *
     * @param field a field of {@link SearchField.Kind#NAMED}
     * @param name the name in any case
     */
    record Exists(String field, String name) implements SearchQuery {}

    /**
     * Matches objects that match all queries; every object if there is none.
     *
     * @param queries the parts
     */
    record And(List<SearchQuery> queries) implements SearchQuery {

        /** Copies the list. */
        public And {
            queries = List.copyOf(queries);
        }
    }

    /**
     * Matches objects that match at least one query; no object if there is none.
     *
     * @param queries the parts
     */
    record Or(List<SearchQuery> queries) implements SearchQuery {

        /** Copies the list. */
        public Or {
            queries = List.copyOf(queries);
        }
    }

    /**
     * Matches objects that do not match the query.
     *
     * @param query the excluded query
     */
    record Not(SearchQuery query) implements SearchQuery {}

    /**
     * The field to search.
     *
     * @param field the name of the field; empty for all fields except those of {@link SearchField.Kind#NAMED}
     * @param name the name of the text in any case, for a field of {@link SearchField.Kind#NAMED}; else empty
     */
    record FieldRef(String field, String name) {

        /** All fields except those of {@link SearchField.Kind#NAMED}. */
        public static final FieldRef ANYWHERE = new FieldRef("", "");

        /** Returns a reference to one field. */
        public static FieldRef in(String field) {
            return new FieldRef(field, "");
        }
    }
}
