package svc.api.operation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

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
     * Binds the arguments and runs the operation.
     *
     * @param arguments by their snake_case names; a value may be the text of a flag where the component is a number, a
     *     boolean, an enum or a path
     * @throws OperationProblem when an argument is unknown, missing or wrong, or the operation refuses
     */
    Outcome run(Declaration declaration, Map<String, Object> arguments);

    /**
     * A result.
     *
     * @param value a map for a record, a list for a list
     * @param exit the exit code of the command
     */
    record Outcome(Object value, int exit) {}

    /** One operation, as the fronts see it. */
    record Declaration(
            String noun,
            String verb,
            String help,
            Optional<Route> route,
            List<Parameter> parameters,
            boolean offline,
            boolean lockFree) {}

    /** One argument, as the fronts see it. */
    record Parameter(
            String name,
            Kind kind,
            boolean required,
            boolean positional,
            boolean secret,
            Optional<String> standard,
            List<String> choices,
            String help) {}

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
        MAP
    }
}
