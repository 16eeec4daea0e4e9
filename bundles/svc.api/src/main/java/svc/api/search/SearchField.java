package svc.api.search;

/**
 * A field of the texts of a type.
 *
 * @param name lower-case letters and digits
 * @param kind what its texts are like
 */
public record SearchField(String name, Kind kind) {

    /** Refuses other names. */
    public SearchField {
        if (!name.matches("[a-z][a-z0-9]{0,31}")) {
            throw new IllegalArgumentException("A field is named by lower-case letters and digits, not " + name);
        }
    }

    /** What texts are like. */
    public enum Kind {
        /** A line: a subject, addresses. Whoever looks everywhere finds it. */
        LINE,
        /** A long text. Whoever looks everywhere finds it. */
        TEXT,
        /** Texts under names, such as the header fields of a message; found only by who asks for the name. */
        NAMED
    }
}
