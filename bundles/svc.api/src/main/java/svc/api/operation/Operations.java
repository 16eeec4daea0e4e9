package svc.api.operation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.audit.Actor;

/**
 * All operations that are registered now, and the one way to run them: the fronts (REST, command line, Gogo) come in here,
 * so that a bad argument is refused alike everywhere.
 *
 * <p>Values are plain: {@code Map<String, Object>} with insertion order, {@code List<Object>}, {@code String},
 * {@code Number}, {@code Boolean}; never {@code null}.
 *
 * <p>Threading: any thread.
 */
@ProviderType
public interface Operations {

    /** What is declared now, sorted by noun and verb. */
    List<Declaration> declarations();

    /** Finds by noun and verb. */
    Optional<Declaration> find(String noun, String verb);

    /**
     * Binds the arguments and runs the operation. One that changes something leaves an entry in the audit, also when it is
     * refused.
     *
     * @param arguments by their snake_case names; a value may be the text of a flag where the component is a number, a
     *     boolean, an enum or a path
     * @param actor who wants it, as the front knows
     * @throws OperationProblem when an argument is unknown, missing or wrong, or the operation refuses
     */
    default Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor) {
        return run(declaration, arguments, actor, Progress.UNSEEN);
    }

    /** The same for a front that shows how far an operation is. */
    Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor, Progress progress);

    /**
     * A result.
     *
     * @param value a map for a record, a list for a list
     * @param exit the exit code of the command
     */
    record Outcome(Object value, int exit) {}

    /**
     * One operation, as the fronts see it.
     *
     * @param noun what it is about
     * @param verb what it does; may be empty
     * @param help one sentence without a full stop
     * @param routes where it stands under {@code /admin/v1}
     * @param parameters the arguments in the order of the record
     * @param offline see {@link AdminOperation#offline()}
     * @param needsStore see {@link AdminOperation#needsStore()}
     * @param lockFree see {@link AdminOperation#lockFree()}
     * @param whenEmpty see {@link AdminOperation#whenEmpty()}
     * @param changes see {@link AdminOperation#changes()}
     */
    record Declaration(
            String noun,
            String verb,
            String help,
            List<Route> routes,
            List<Parameter> parameters,
            boolean offline,
            boolean needsStore,
            boolean lockFree,
            String whenEmpty,
            boolean changes) {}

    /**
     * One argument, as the fronts see it.
     *
     * @param name in snake_case, as in JSON
     * @param flag on the command line, without hyphens before it: in the singular for a list
     * @param kind what it holds
     * @param required whether it must be given
     * @param positional whether it is a plain word on the command line
     * @param secret whether it comes from standard input
     * @param standard the value when it is left out
     * @param choices the words it may be; empty when it is free
     * @param help what it means; may be empty
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

        /** Whether the command line reads it from standard input. */
        public boolean piped() {
            return secret || kind == Kind.RECORDS;
        }
    }

    /** What an argument holds. */
    enum Kind {
        /** A text or one of the choices. */
        TEXT,
        /** A whole number. */
        NUMBER,
        /** true or false. */
        TRUTH,
        /** A file on the machine of the server; never over REST. */
        FILE,
        /** Several texts. */
        LIST,
        /** Texts by key. */
        MAP,
        /** Values of any kind by key; on the command line a number, a truth, null or a list looks like one. */
        VALUES,
        /** Records, in JSON. */
        RECORDS
    }
}
