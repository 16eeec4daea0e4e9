package svc.api.search;

/**
 * A searchable field of a type.
 *
 * @param name the name: lower-case letters and digits
 * @param kind the kind of its texts
 */
public record SearchField(String name, Kind kind) {

    /**
     * Validates the name.
     *
     * @throws IllegalArgumentException the name is not valid
     */
    public SearchField {
        if (!name.matches("[a-z][a-z0-9]{0,31}")) {
            throw new IllegalArgumentException("A field is named by lower-case letters and digits, not " + name);
        }
    }

    /** The kind of a field. */
    public enum Kind {
        /** Short texts: a subject, addresses. Searched by {@link SearchQuery.FieldRef#ANYWHERE}. */
        LINE,
        /** Long texts. Searched by {@link SearchQuery.FieldRef#ANYWHERE}. */
        TEXT,
        /** Texts with names, such as the header fields of a message. Searched only by name. */
        NAMED
    }
}
