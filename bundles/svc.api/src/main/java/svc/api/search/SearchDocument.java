package svc.api.search;

import java.util.List;

/**
 * The texts of an object.
 *
 * @param n the object
 * @param order by what answers are walked, such as the time at which a message came; never changes
 * @param texts in any order, several of a field too; a word or phrase does not reach from one into the next
 */
public record SearchDocument(long n, long order, List<Text> texts) {

    /** Copies the list. */
    public SearchDocument {
        texts = List.copyOf(texts);
    }

    /**
     * A text.
     *
     * @param field the name of its field
     * @param name under which name it stands, in lower case, in a field of {@link SearchField.Kind#NAMED}; else empty
     * @param text for people: without markup and encodings
     */
    public record Text(String field, String name, String text) {

        /** A text of a field whose texts have no names. */
        public Text(String field, String text) {
            this(field, "", text);
        }
    }
}
