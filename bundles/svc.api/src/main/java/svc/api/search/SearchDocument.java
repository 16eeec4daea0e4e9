package svc.api.search;

import java.util.List;

/**
 * The indexed texts of an object.
 *
 * @param n the number of the object
 * @param order the sort key of results, such as the time at which a message was received; it never changes
 * @param texts the texts in any order, several per field are allowed; words and phrases do not match across texts
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
     * @param name the lower-case name of the text, if the field is {@link SearchField.Kind#NAMED}; else empty
     * @param text the plain text, without markup and encodings
     */
    public record Text(String field, String name, String text) {

        /** Creates a text of a field without names. */
        public Text(String field, String text) {
            this(field, "", text);
        }
    }
}
