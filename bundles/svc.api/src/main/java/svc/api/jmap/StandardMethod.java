package svc.api.jmap;

/** The methods that the server derives for a type. */
public enum Verb {
    /** Objects by their ids. */
    GET("get"),
    /** What became of the objects since a state. */
    CHANGES("changes"),
    /** Creates, updates and destroys. */
    SET("set"),
    /** Copies from another account. */
    COPY("copy"),
    /** Ids by filter and sort. */
    QUERY("query"),
    /** How the result of a query changed. */
    QUERY_CHANGES("queryChanges");

    private final String word;

    Verb(String word) {
        this.word = word;
    }

    /** The method of a type: {@code Todo/get}. */
    public String of(String type) {
        return type + "/" + word;
    }
}
