package svc.store.sqlite;

import java.io.Serial;
import java.util.Optional;

/**
 * The database and the bundles do not go together. At a start it becomes a {@code BootRefusal}, for a bundle that arrives
 * an objection, for an operation an {@code OperationProblem}.
 */
final class SchemaRefusal extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final SchemaVerdict verdict;
    private final transient Optional<String> namespace;
    private final String what;
    private final String remedy;

    /** Refuses; what the checks cannot name more exactly is {@link SchemaVerdict#UNREADABLE}. */
    SchemaRefusal(String what, String remedy) {
        this(SchemaVerdict.UNREADABLE, Optional.empty(), what, remedy);
    }

    /** Refuses with the verdict that {@code svc schema-check} prints. */
    SchemaRefusal(SchemaVerdict verdict, Optional<String> namespace, String what, String remedy) {
        super(what + " " + remedy);
        this.verdict = verdict;
        this.namespace = namespace;
        this.what = what;
        this.remedy = remedy;
    }

    SchemaVerdict verdict() {
        return verdict;
    }

    Optional<String> namespace() {
        return namespace;
    }

    /** One sentence that says what is wrong. */
    String what() {
        return what;
    }

    /** One sentence that says what to do. */
    String remedy() {
        return remedy;
    }
}
