package svc.api.jmap;

/** The standard methods that the server derives for a type (RFC 8620 §5). */
public enum StandardMethod {
    /** {@code /get}: returns objects by id. */
    GET("get"),
    /** {@code /changes}: returns the ids of objects that changed since a state. */
    CHANGES("changes"),
    /** {@code /set}: creates, updates and destroys objects. */
    SET("set"),
    /** {@code /copy}: copies objects from another account. */
    COPY("copy"),
    /** {@code /query}: returns ids by filter and sort. */
    QUERY("query"),
    /** {@code /queryChanges}: returns the changes of a query result since a state. */
    QUERY_CHANGES("queryChanges");

    private final String word;

    StandardMethod(String word) {
        this.word = word;
    }

    /** Returns the name of the method for a type, such as {@code Todo/get}. */
    public String nameFor(String type) {
        return type + "/" + word;
    }
}
