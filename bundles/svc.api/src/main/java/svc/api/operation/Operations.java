package svc.api.operation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.audit.Actor;

/**
 * Lists and runs the registered operations. REST, command line and Gogo run operations only through this service, so
 * that arguments are validated in the same way on each interface.
 *
 * <p>Values are plain: {@code Map<String, Object>} with insertion order, {@code List<Object>}, {@code String},
 * {@code Number}, {@code Boolean}; never {@code null}.
 *
 * <p>Threading: thread-safe.
 */
@ProviderType
public interface Operations {

    /** Returns the registered declarations, sorted by noun and verb. */
    List<Declaration> declarations();

    /** Finds a declaration by noun and verb. */
    Optional<Declaration> find(String noun, String verb);

    /**
     * Validates the arguments and runs the operation. If the operation changes something, an audit entry is written,
     * also for a rejected run.
     *
     * @param arguments the arguments by snake_case name; for a number, boolean, enum or path the value can be the text
     *     of a flag
     * @param actor the actor for the audit entry
     * @throws OperationException an argument is unknown, missing or invalid, or the operation rejects the run
     */
    default Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor) {
        return run(declaration, arguments, actor, Progress.UNSEEN);
    }

    /** Like {@link #run(Declaration, Map, Actor)}, with progress reports. */
    Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor, Progress progress);

    /**
     * The result of a run.
     *
     * @param value a map if the operation returned a record, a list if it returned a list
     * @param exitCode the exit code of the command
     * @param note a line for people; empty for none
     */
    record Outcome(Object value, int exitCode, String note) {

        /** Creates a result without a note. */
        public Outcome(Object value, int exit) {
            this(value, exit, "");
        }
    }

    /**
     * The declaration of an operation, as the interfaces see it.
     *
     * @param noun the noun
     * @param verb the verb; can be empty
     * @param help one sentence without a full stop
     * @param routes the routes under {@code /admin/v1}
     * @param parameters the parameters in the order of the declaration
     * @param offline whether the command also runs while the server is down
     * @param needsStore see {@link Operation.Needs#STORE}
     * @param lockFree see {@link Operation.Needs#FILES}
     * @param whenEmpty see {@link Operation#emptyMessage()}
     * @param changes whether a run writes an audit entry
     */
    record Declaration(
            String noun,
            String verb,
            String help,
            List<AdminRoute> routes,
            List<Parameter> parameters,
            boolean offline,
            boolean needsStore,
            boolean lockFree,
            String whenEmpty,
            boolean changes) {}

    /**
     * The declaration of a parameter, as the interfaces see it.
     *
     * @param name the name in snake_case, as in JSON
     * @param flag the flag on the command line without leading hyphens; in the singular for a list
     * @param kind the kind of value
     * @param required whether the argument is required
     * @param positional whether the argument is positional on the command line
     * @param secret whether the argument is read from standard input
     * @param standard the default value
     * @param choices the allowed values; empty if any value is allowed
     * @param help the description; can be empty
     */
    record Parameter(
            String name,
            String flag,
            Kind kind,
            boolean required,
            boolean positional,
            boolean secret,
            Optional<String> standard,
            List<String> choices,
            String help) {

        /** Returns whether the command line reads the argument from standard input. */
        public boolean readsStandardInput() {
            return secret || kind == Kind.RECORDS;
        }

        /** Returns whether the argument is a number of bytes, for which the command line also accepts a unit. */
        public boolean size() {
            return kind == Kind.NUMBER && (name.equals("bytes") || name.endsWith("_bytes"));
        }
    }

    /** The kind of an argument's value. */
    enum Kind {
        /** A text, or one of the choices. */
        TEXT,
        /** An integer. */
        NUMBER,
        /** True or false. */
        BOOLEAN,
        /** A file on the machine of the server; not available over REST. */
        FILE,
        /** A list of texts. */
        LIST,
        /** A map of texts. */
        MAP,
        /**
         * A map of plain values. The command line converts texts that are written as a number, a boolean, null or a
         * list.
         */
        VALUES,
        /** A list of records, in JSON. */
        RECORDS
    }
}
