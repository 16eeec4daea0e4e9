package svc.api.search;

import java.util.List;

/**
 * What to look for. Letters are compared without case and accents; a word is a whole word, but in scripts that do not part them it
 * is found anywhere. What looks like an address of mail is found as a whole, or by its words, or by {@code @} and its domain.
 */
public sealed interface SearchQuery {

    /**
     * A text as people type it: words that all must be there, in any order, {@code word*} for a beginning, and what stands in
     * quotation marks as it stands there (RFC 8621 §4.4.1). Matches everything when there is no word in it.
     */
    static SearchQuery typed(Place place, String text) {
        return new TypedText(place, text).query();
    }

    /**
     * A word. What has several parts, such as {@code jean-luc}, is looked for in one piece.
     *
     * @param place where
     * @param text the word
     */
    record Word(Place place, String text) implements SearchQuery {}

    /**
     * Words one after another.
     *
     * @param place where
     * @param text the words
     */
    record Phrase(Place place, String text) implements SearchQuery {}

    /**
     * The beginning of a word; of a text with several words, of the last.
     *
     * @param place where
     * @param text the beginning
     */
    record Beginning(Place place, String text) implements SearchQuery {}

    /**
     * Whether there is a text of this name at all, also an empty one.
     *
     * @param field a field of {@link SearchField.Kind#NAMED}
     * @param name the name, in any case
     */
    record Present(String field, String name) implements SearchQuery {}

    /**
     * All of these; everything when there is none.
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
     * One of these or more; nothing when there is none.
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
     * All but these.
     *
     * @param query what must not match
     */
    record Not(SearchQuery query) implements SearchQuery {}

    /**
     * Where to look.
     *
     * @param field the field; empty for all but those of {@link SearchField.Kind#NAMED}
     * @param name the name, in any case, in a field of that kind; else empty
     */
    record Place(String field, String name) {

        /** In all fields but those of {@link SearchField.Kind#NAMED}. */
        public static final Place ANYWHERE = new Place("", "");

        /** In one field. */
        public static Place in(String field) {
            return new Place(field, "");
        }
    }
}
